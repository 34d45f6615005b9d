/**
 * Answers the calls of a start from the start-up cache, or from the page of a first visit, before SQLite has loaded. The database opens once the list is
 * visible, and its own results are then compared with the cached ones. They differ only where a browser ended before its
 * storage was written.
 */
import {
  callKey,
  callRules,
  createNotices,
  type Local,
  type LocalAnswer,
  type LocalArgument,
  type LocalCallName,
  type LocalCalls,
  type TimelineAsk,
} from '../../local/index.ts'
import { basePath } from '../../core/base-path.ts'
import { STORED_COOKIE } from '../../core/user-cookie.ts'
import { takeFirstPage, type FirstPageAnswers } from '../first-page.ts'
import { endSnapshots } from '../snapshot/types.ts'
import { clearStartupCache, type CachedStart } from './types.ts'

/**
 * @param open opens the database; called once
 * @param listVisible resolves when the first list is on the screen, or will not come
 * @param firstPage of a first visit
 */
export function withStartupCache(
  open: () => Local,
  listVisible: Promise<unknown>,
  firstPage: FirstPageAnswers | undefined = takeFirstPage(),
): Local {
  const notices = createNotices()
  /** Keys of the calls that a start makes; their results are cached for the next one. */
  const startCalls = new Set<string>()
  let openList: TimelineAsk | undefined
  let isListVisible = false
  void listVisible.then(() => (isListVisible = true))
  let cached = window.startupCache?.cached
  let database: Local | undefined
  let postponeWrite = (): void => undefined
  let isPersistent = true

  const opened = (): Local => {
    if (database) return database
    database = open()
    database.listen((notice) => {
      // The search index is not cached.
      if (notice.is === 'changed' && notice.nouns.join() !== 'words') clearStartupCache()
      if (notice.is === 'memory') {
        isPersistent = false
        markStored(null)
      }
      notices.notify(notice)
    })
    if (firstPage) {
      const { visit } = firstPage
      void begin(database, visit, openList).then((isUpToDate) => {
        firstPage = undefined
        if (!isUpToDate) notices.notify({ is: 'outdated' })
      })
    }
    if (cached)
      void isUpToDate(database, cached).then((upToDate) => {
        cached = undefined
        if (!upToDate) notices.notify({ is: 'outdated' })
      })
    return database
  }
  /** @returns undefined on a miss. Contents stay valid after the database has opened: nothing changes those. */
  const fromCache = (name: LocalCallName, argument: unknown): unknown => {
    if (name === 'entries.bodies') {
      const contents = (argument as readonly string[]).map((id) => [id, cached?.bodies[id]] as const)
      return contents.every(([, content]) => content) ? Object.fromEntries(contents) : undefined
    }
    if (name === 'images.get' && cached)
      return database ? undefined : knownPictures(argument as readonly string[])
    if (firstPage && !database) return firstPage.answer(name, argument)
    const json = database ? undefined : cached?.answers[callKey(name, argument)]
    return json && (JSON.parse(json) as unknown)
  }
  /** Whether the call stores a value that no start reads. */
  const isOfLater = (name: LocalCallName, argument: unknown): boolean =>
    name === 'meta.set' && !startCalls.has(callKey('meta.get', (argument as LocalArgument<'meta.set'>).key))
  const knownPictures = (urls: readonly string[]): LocalAnswer<'images.get'> | undefined => {
    const facts = urls.map((url) => [url, cached?.pictures?.[url]] as const)
    if (facts.some(([, fact]) => fact === undefined)) return undefined
    return Object.fromEntries(facts.flatMap(([url, fact]) => (fact ? [[url, fact] as const] : [])))
  }
  const respond = async (name: LocalCallName, argument: unknown): Promise<unknown> => {
    const hit = fromCache(name, argument)
    if (hit !== undefined) return hit
    if ((cached || firstPage) && (callRules[name].afterStart || isNextPage(name, argument))) await listVisible
    const answer = await (opened().call as (name: LocalCallName, argument: unknown) => Promise<unknown>)(
      name,
      argument,
    )
    if (name === 'user.take' && isPersistent) markStored((argument as { readonly id: string }).id)
    return answer
  }
  const startWriting = async (): Promise<void> => {
    await listVisible
    const local = opened()
    const { writeStartupCache } = await import('./write.ts')
    postponeWrite = writeStartupCache({ database: local, startCalls, openList: () => openList })
  }
  // Where the code cannot be fetched, the next start has no cache.
  startWriting().catch(() => undefined)

  return {
    call: <N extends LocalCallName>(name: N, ...[argument]: Parameters<LocalCalls[N]>) => {
      const { cacheAtStart, reads, mayChangeNothing } = callRules[name]
      if (name === 'database.reset') {
        endSnapshots()
        markStored(null)
      }
      if (cacheAtStart && !isListVisible) startCalls.add(callKey(name, argument))
      if (isFirstPage(name, argument)) {
        openList = argument
        postponeWrite()
      } else if (!reads && !mayChangeNothing && !isOfLater(name, argument)) {
        clearStartupCache()
        postponeWrite()
      }
      return respond(name, argument) as Promise<LocalAnswer<N>>
    },
    listen: notices.listen,
    close: () => opened().close(),
  }
}

/** Further pages of a long list change nothing of what is cached, and load for longer than a short visit lasts. */
const isFirstPage = (name: LocalCallName, argument: unknown): argument is TimelineAsk =>
  name === 'timeline.page' && Boolean((argument as TimelineAsk).heads)
const isNextPage = (name: LocalCallName, argument: unknown): boolean =>
  name === 'timeline.page' && Boolean((argument as TimelineAsk).after)

/** The longest that browsers allow; renewed by each start. */
const MARK_S = 400 * 86_400

/** Tells the server whose data it need not send with the page. */
function markStored(userId: string | null): void {
  document.cookie = `${STORED_COOKIE}=${userId ?? ''}; Max-Age=${userId ? MARK_S : 0}; Path=${basePath || '/'}; SameSite=Lax`
}

/** The first call that the database gets on a first visit. @returns false where it has another list than the page */
async function begin(
  database: Local,
  visit: LocalArgument<'user.begin'>,
  ask: TimelineAsk | undefined,
): Promise<boolean> {
  try {
    const begun = await database.call('user.begin', visit)
    // What another user left is deleted when the session is known.
    if (begun !== 'begun') return begun === 'other'
    if (!ask) return true
    const { ids, stories } = await database.call('timeline.page', ask)
    return stories === undefined && ids.join() === visit.entries.map(({ id }) => id).join()
  } catch {
    // The calls that follow say what is wrong.
    return true
  }
}

/** The first call that the database gets. */
const isUpToDate = (database: Local, { answers }: CachedStart): Promise<boolean> =>
  database.call('answers.all', Object.keys(answers)).then(
    (now) => Object.entries(answers).every(([key, json]) => now[key] === json),
    () => false,
  )
