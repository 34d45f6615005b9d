/** Why a feed is where it is, and why the tree shows or hides it. */
import { views } from '../../contract/views.ts'
import type { LocalSubscription } from '../../model/rows.ts'
import type { ReadRule } from '../../model/reads/feed-rules.ts'
import { settingLink, type Section, type Sentence } from './sentence.ts'

export type FeedFacts = {
  readonly subscription: LocalSubscription
  readonly sourceTitle: string
  readonly lists: readonly string[]
  readonly unread: number
  readonly readRule: ReadRule | null
  readonly hidesAllRead: boolean
  readonly hidesPrivate: boolean
}

export function explainFeed(facts: FeedFacts): readonly Section[] {
  const { subscription, sourceTitle: source, lists, readRule } = facts
  const { id, view, category, createdAt } = subscription
  const edit = {
    to: 'command',
    id: 'subscription:edit',
    args: { subscriptions: [id] },
    label: 'editSubscription',
  } as const
  return [
    {
      title: 'sections.here',
      sentences: [
        {
          key: category ? 'here.feedInFolder' : 'here.feed',
          values: { source, view: `common:view.${views[view]}`, folder: category ?? '', sinceAt: createdAt },
          link: edit,
        },
        ...lists.map((list): Sentence => ({ key: 'here.list', values: { list, source } })),
      ],
    },
    { title: 'sections.shown', sentences: shownSentences(facts) },
    {
      title: 'sections.marking',
      sentences: [
        {
          key: typeof readRule === 'number' ? 'marking.after' : `marking.${readRule ?? 'default'}`,
          values: { count: Number(readRule) || 0 },
          link: readRule === null ? settingLink('general', 'scrollMarkUnread') : edit,
        },
      ],
    },
  ]
}

function shownSentences({
  subscription,
  unread,
  hidesAllRead,
  hidesPrivate,
}: FeedFacts): readonly Sentence[] {
  const sentences: Sentence[] = [
    { key: unread > 0 ? 'feed.unread' : 'feed.allRead', values: { count: unread } },
  ]
  if (hidesAllRead && unread === 0)
    sentences.push({ key: 'feed.hiddenAllRead', link: settingLink('general', 'hideAllReadSubscriptions') })
  if (subscription.hideFromTimeline) sentences.push({ key: 'feed.hidden' })
  if (subscription.isPrivate)
    sentences.push({
      key: hidesPrivate ? 'feed.privateHidden' : 'feed.private',
      link: settingLink('general', 'hidePrivateSubscriptionsInTimeline'),
    })
  return sentences
}
