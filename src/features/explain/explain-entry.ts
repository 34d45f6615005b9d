/** Why an entry is here, shown or hidden, and read or unread. */
import { views } from '../../contract/views.ts'
import type { JournalMark, LocalSubscription, TimelineAsk } from '../../model/rows.ts'
import type { Section, Sentence } from './sentence.ts'
import { settingLink } from './sentence.ts'

export type EntryFacts = {
  readonly id: string
  readonly feedId: string
  readonly read: boolean
  readonly starredAt: number | null
  readonly sourceTitle: string
  /** To the feed or inbox itself. */
  readonly subscription: LocalSubscription | null
  /** Followed lists that carry the feed. */
  readonly lists: readonly { readonly id: string; readonly title: string }[]
  readonly isInbox: boolean
  /** The list on screen. */
  readonly list: {
    readonly title: string
    readonly of: TimelineAsk['of']
    readonly unreadOnly: boolean
    readonly hasRow: boolean
    readonly hidesPrivate: boolean
    /** Title of the entry whose row stands for the entry's story; null: it has its own row. */
    readonly storyTitle: string | null
  }
  /** Newest first. */
  readonly marks: readonly JournalMark[]
  /** `shortcuts:…` title of a command. */
  readonly titleOfCommand: (id: string) => string | undefined
  readonly nameOfPlugin: (id: string) => string
}

/** In the order of the dialog, before what only the server knows. */
export function explainEntry(facts: EntryFacts): readonly Section[] {
  return [
    { title: 'sections.here', sentences: hereSentences(facts) },
    { title: 'sections.shown', sentences: shownSentences(facts) },
    { title: 'sections.read', sentences: [readSentence(facts)] },
  ]
}

function hereSentences(facts: EntryFacts): readonly Sentence[] {
  const { subscription, lists, isInbox, sourceTitle: source, starredAt } = facts
  const sentences: Sentence[] = []
  if (subscription) {
    const { view, category } = subscription
    sentences.push({
      key: isInbox ? 'here.inbox' : category ? 'here.feedInFolder' : 'here.feed',
      values: {
        source,
        view: `common:view.${views[view]}`,
        folder: category ?? '',
        sinceAt: subscription.createdAt,
      },
      ...(!isInbox && {
        link: {
          to: 'command' as const,
          id: 'subscription:edit',
          args: { subscriptions: [subscription.id] },
          label: 'editSubscription',
        },
      }),
    })
  }
  for (const { id, title } of lists)
    sentences.push({
      key: 'here.list',
      values: { list: title, source },
      link: {
        to: 'command',
        id: 'list:navigate-to',
        args: { subscriptions: [`list/${id}`] },
        label: 'showList',
      },
    })
  if (starredAt !== null) sentences.push({ key: 'here.starred', values: { starredAt } })
  if (sentences.length === 0) sentences.push({ key: 'here.nowhere', values: { source } })
  return sentences
}

function shownSentences({ id, feedId, read, subscription, list }: EntryFacts): readonly Sentence[] {
  const values = { list: list.title }
  if (list.storyTitle !== null)
    return [
      {
        key: 'shown.inStory',
        values: { ...values, title: list.storyTitle },
        link: { to: 'command', id: 'entry:separate-story', args: { entries: [id] }, label: 'separateStory' },
      },
    ]
  if (list.hasRow) return [{ key: 'shown.here', values }]
  const ofOtherFeeds = 'feedIds' in list.of && !list.of.feedIds.includes(feedId)
  if (ofOtherFeeds && subscription?.hideFromTimeline) return [{ key: 'shown.hidden', values }]
  if (ofOtherFeeds && subscription?.isPrivate && list.hidesPrivate)
    return [
      { key: 'shown.private', values, link: settingLink('general', 'hidePrivateSubscriptionsInTimeline') },
    ]
  if (ofOtherFeeds) return [{ key: 'shown.otherFeeds', values }]
  if (read && list.unreadOnly)
    return [
      {
        key: 'shown.unreadOnly',
        values,
        link: { to: 'command', id: 'timeline:unread-only', label: 'showAll' },
      },
    ]
  return [{ key: 'starsOf' in list.of ? 'shown.notStarred' : 'shown.furtherDown', values }]
}

function readSentence({ read, marks, titleOfCommand, nameOfPlugin }: EntryFacts): Sentence {
  const mark = marks.find((one) => one.read === read)
  // The newest mark says otherwise: something else changed it since.
  if (!mark || marks[0] !== mark) return { key: read ? 'read.elsewhere' : 'read.never' }
  const values = { markedAt: mark.at }
  if (mark.origin.startsWith('plugin:')) {
    const plugin = nameOfPlugin(mark.origin.slice('plugin:'.length))
    return { key: read ? 'read.byPlugin' : 'read.unreadByPlugin', values: { ...values, plugin } }
  }
  if (mark.origin !== 'command') return { key: `read.by.${mark.origin}`, values, ...linkOf(mark.origin) }
  const command = mark.command && titleOfCommand(mark.command.id)
  if (command)
    return { key: read ? 'read.byCommand' : 'read.unreadByCommand', values: { ...values, command } }
  return { key: read ? 'read.byYou' : 'read.unreadByYou', values }
}

const settings = { scroll: 'scrollMarkUnread', hover: 'hoverMarkUnread', render: 'renderMarkUnread' } as const
const linkOf = (origin: JournalMark['origin']) =>
  origin === 'scroll' || origin === 'hover' || origin === 'render'
    ? { link: settingLink('general', settings[origin]) }
    : {}
