/** Settings of single feeds: when their entries are marked read, for how long they stay unread, their view, and their tags. */
import { combine } from 'effector'
import { tagsFromText, textOfTags } from '../src/contract/feed-tags.ts'
import { isUnreadDays } from '../src/contract/unread-days.ts'
import type { Argument, CommandArgs } from '../src/core/index.ts'
import { readerViewOfFeedsChanged } from '../src/model/entries/reader-view-feeds.ts'
import { navigationRequested } from '../src/model/location/index.ts'
import { $subscriptionIndex } from '../src/model/subscriptions/index.ts'
import { isReadRule, readRuleChanged } from '../src/model/reads/feed-rules.ts'
import { feedUnreadDaysChanged, folderUnreadDaysChanged } from '../src/model/reads/unread-days.ts'
import { $feedTags, $tagNames, feedTagsChanged, tagQuery } from '../src/model/subscriptions/tags.ts'
import {
  $categoryChoices,
  $folderUnreadDaysChoices,
  $readRuleChoices,
  $unreadDaysChoices,
  $yesNoChoices,
} from './choices.ts'
import { feedIdsOf, sourceIdsOf, textOf } from './command-args.ts'
import { commandGroup, trigger, triggerFrom } from './define-command.ts'

/** The tags of the first target, as its form has them. */
const $tagsOfSubscriptions = combine(
  $subscriptionIndex,
  $feedTags,
  (index, all) => (args: CommandArgs) => textOfTags(all.get(sourceIdsOf(index, args)[0] ?? '') ?? []),
)
const tag: Argument = {
  name: 'tag',
  title: 'ask.tag',
  type: 'enum',
  choices: $tagNames.map((names) => () => names.map((name) => ({ value: name, title: name }))),
}
const hasName = (value: unknown): string | null =>
  tagsFromText(String(value)).length === 0 ? 'app:labels.needsName' : null

export const feedSettingsCommands = commandGroup('subscription', {
  'mark-read-when': {
    kind: 'change',
    menuTitle: 'subscription.inMenu.markReadWhen',
    target: 'subscriptions',
    icon: 'read',
    args: [{ name: 'rule', title: 'ask.readRule', type: 'enum', choices: $readRuleChoices }],
    run: triggerFrom($subscriptionIndex, readRuleChanged, (index, { args }) => {
      const feedIds = sourceIdsOf(index, args)
      const rule = textOf(args, 'rule') ?? 'default'
      const seconds = Number(rule)
      const value = rule === 'default' ? null : seconds > 0 ? seconds : rule
      return feedIds.length > 0 && (value === null || isReadRule(value))
        ? { feedIds, rule: value }
        : undefined
    }),
  },
  'unread-for': {
    kind: 'change',
    target: 'subscriptions',
    icon: 'time',
    args: [{ name: 'days', title: 'ask.unreadDays', type: 'enum', choices: $unreadDaysChoices }],
    run: triggerFrom($subscriptionIndex, feedUnreadDaysChanged, (index, { args }) => {
      const feedIds = feedIdsOf(index, args)
      const days = args['days'] === 'folder' ? null : Number(args['days'])
      return feedIds.length > 0 && (days === null || isUnreadDays(days)) ? { feedIds, days } : undefined
    }),
  },
  'reader-view': {
    kind: 'change',
    target: 'subscriptions',
    icon: 'reader-view',
    args: [{ name: 'always', title: 'ask.alwaysReaderView', type: 'boolean', choices: $yesNoChoices }],
    run: triggerFrom($subscriptionIndex, readerViewOfFeedsChanged, (index, { args }) => {
      const feedIds = feedIdsOf(index, args)
      return feedIds.length > 0 ? { feedIds, always: args['always'] === true } : undefined
    }),
  },
  tags: {
    kind: 'change',
    target: 'subscriptions',
    icon: 'tag',
    args: [{ name: 'tags', title: 'ask.tags', type: 'text', optional: true, initial: $tagsOfSubscriptions }],
    run: triggerFrom($subscriptionIndex, feedTagsChanged, (index, { args }) => {
      const tags = tagsFromText(textOf(args, 'tags') ?? '')
      const ids = sourceIdsOf(index, args)
      return ids.length > 0 ? new Map(ids.map((id) => [id, tags])) : undefined
    }),
  },
  'add-tag': {
    kind: 'change',
    target: 'subscriptions',
    icon: 'tag',
    args: [{ ...tag, open: true, validate: hasName }],
    run: triggerFrom(
      combine({ index: $subscriptionIndex, all: $feedTags }),
      feedTagsChanged,
      ({ index, all }, { args }) => {
        const added = tagsFromText(textOf(args, 'tag') ?? '')
        const ids = sourceIdsOf(index, args)
        return ids.length > 0 ? new Map(ids.map((id) => [id, [...(all.get(id) ?? []), ...added]])) : undefined
      },
    ),
  },
  'open-tag': {
    kind: 'view',
    icon: 'tag',
    args: [tag],
    run: trigger(navigationRequested, ({ args }) => ({
      source: { kind: 'search', query: tagQuery(textOf(args, 'tag') ?? '') } as const,
    })),
  },
  'folder-unread-for': {
    kind: 'change',
    icon: 'time',
    args: [
      { name: 'category', title: 'ask.folder', type: 'category', choices: $categoryChoices },
      { name: 'days', title: 'ask.unreadDays', type: 'enum', choices: $folderUnreadDaysChoices },
    ],
    run: triggerFrom($subscriptionIndex, folderUnreadDaysChanged, (_, { args }) => {
      const days = Number(args['days'])
      return isUnreadDays(days)
        ? { folder: String(args['category'] ?? ''), days: days === 0 ? null : days }
        : undefined
    }),
  },
})
