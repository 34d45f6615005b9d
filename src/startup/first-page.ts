/** The list of a first visit, which the server sent with the page (src/server/first-page.ts), as answers of follow.db. */
import { FIRST_PAGE_ID, type FirstPage } from '../contract/first-page.ts'
import type {
  EntryHead,
  FirstVisit,
  LocalCallName,
  ReceivedEntry,
  TimelineAsk,
  TimelinePage,
} from '../local/index.ts'
import { entryFromWire, feedsFromWire } from '../model/entries/from-wire.ts'
import { IMAGE_PROXY_KEY } from '../model/session/image-proxy.ts'
import { fromWire, isValidSubscription } from '../model/subscriptions/from-wire.ts'

export type FirstPageAnswers = {
  /** What follow.db will be given. */
  readonly visit: FirstVisit
  readonly settings: FirstPage['settings']
  /** @returns undefined where the page has no answer to a call */
  readonly answer: (name: LocalCallName, argument: unknown) => unknown
}

/** @returns undefined where the page has none; once */
export function takeFirstPage(): FirstPageAnswers | undefined {
  if (!window.startupCache?.hasFirstPage) return undefined
  const element = document.getElementById(FIRST_PAGE_ID)
  if (!element) return undefined
  const page = JSON.parse(element.textContent) as FirstPage
  element.remove()
  try {
    // Before the first pictures are shown.
    localStorage.setItem(IMAGE_PROXY_KEY, JSON.stringify(page.imageProxy))
  } catch {
    // Storage is refused: the session says it.
  }
  return answersOf(page)
}

/** The data of a page as follow.db stores it and answers. */
export function answersOf({ user, subscriptions, unread, settings, list }: FirstPage): FirstPageAnswers {
  const entries = list.items.map((item) => entryFromWire(item, list.view))
  const followed = fromWire(subscriptions.filter(isValidSubscription))
  const known = new Set(followed.feeds.map(({ id }) => id))
  // Those of lists come with their entries only.
  const others = feedsFromWire(list.items).filter(({ id }) => !known.has(id))
  const set = { ...followed, feeds: [...followed.feeds, ...others] }
  const visit: FirstVisit = { user: { id: user.id, row: user }, set, unread, entries }
  const answers: { readonly [N in LocalCallName]?: (argument: never) => unknown } = {
    'user.get': () => visit.user,
    'subscriptions.all': () => set,
    'unread.all': () => unread,
    'outbox.all': () => [],
    'settings.all': () => ({}),
    'meta.get': () => null,
    'images.get': () => ({}),
    'timeline.page': (ask: TimelineAsk) =>
      isListed(list, entries, ask) ? pageOf(list, entries, ask) : undefined,
  }
  return { visit, settings, answer: (name, argument) => answers[name]?.(argument as never) }
}

/** Whether the page has the beginning of a list. */
function isListed(list: FirstPage['list'], entries: readonly ReceivedEntry[], ask: TimelineAsk): boolean {
  if (ask.after !== null || ask.unreadOnly !== list.unreadOnly) return false
  if (list.isOfStars) return 'starsOf' in ask.of && ask.of.starsOf === list.view
  if (list.isReadingList) return 'entryIds' in ask.of && ask.of.entryIds.length === 0
  if (list.search) return 'query' in ask.of && ask.of.query.select === list.search.query
  if (!('feedIds' in ask.of)) return false
  const feedIds = new Set(ask.of.feedIds)
  const isWhole = list.feedIds?.every((id) => feedIds.has(id)) ?? true
  return (
    isWhole &&
    (list.feedIds?.length ?? feedIds.size) === feedIds.size &&
    entries.every(({ feedId }) => feedIds.has(feedId))
  )
}

const pageOf = (
  list: FirstPage['list'],
  entries: readonly ReceivedEntry[],
  ask: TimelineAsk,
): TimelinePage => ({
  ids: entries.map(({ id }) => id),
  times: entries.map(({ publishedAt }) => publishedAt),
  done: list.done,
  ...(list.search && { order: list.search.order }),
  ...(list.isReadingList && { order: 'named' as const }),
  heads: entries.slice(0, ask.heads ?? 0).map(headOf),
  ...(ask.withFeeds && { feedIds: entries.map(({ feedId }) => feedId) }),
})

/** As follow.db returns it: without what it stores elsewhere. */
function headOf({
  content: _,
  view: __,
  readingSeconds: ___,
  labels = [],
  ...head
}: ReceivedEntry): EntryHead {
  return { ...head, ...(labels.length > 0 && { labels }) }
}
