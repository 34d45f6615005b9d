/** Writes the start-up cache once nothing has changed for a moment: what a start at this URL asks of follow.db. */
import {
  callKey,
  databaseFiles,
  type EntryBody,
  type Local,
  type LocalAnswer,
  type TimelineAsk,
  type TimelinePage,
} from '../../local/index.ts'
import { toBrowserPath, toReaderPath } from '../../core/base-path.ts'
import { pictureOf } from '../../model/pictures/picture-of.ts'
import { pathsOfList } from './paths.ts'
import { clearStartupCache, STARTUP_CACHE_KEY, type CachedStart } from './types.ts'

/** ms of rest: after the first list where nothing was cached, and after each change. */
const FIRST_MS = 250
const DEBOUNCE_MS = 1500
/** Characters of all, and of the contents among them. Anything larger takes as long to read as follow.db to open. */
const MAX_CHARACTERS = 400_000
const MAX_CONTENT_CHARACTERS = 100_000
/** Entries whose contents are requested when the first of the list is opened. */
const CONTENTS = 6

type WriterOptions = {
  readonly database: Pick<Local, 'call' | 'listen'>
  /** Keys of the calls that a start makes. */
  readonly startCalls: ReadonlySet<string>
  /** The query of the list that is shown. */
  readonly openList: () => TimelineAsk | undefined
  /** Differs after each write to the database. */
  readonly stamp?: () => Promise<string>
}

/** @returns postpones the next write; to be called at each change that this page makes, and when it shows another list */
export function writeStartupCache({
  database,
  startCalls,
  openList,
  stamp = filesStamp,
}: WriterOptions): () => void {
  const { startupCache } = window
  if (!startupCache) return () => undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let version = 0
  let persistent = true
  const writeAfter = (ms: number): void => {
    version += 1
    clearTimeout(timer)
    timer = setTimeout(() => void write().catch(clearStartupCache), ms)
  }
  const write = async (): Promise<void> => {
    const startedAt = version
    const list = openList()
    const locations = pathsOfList(toReaderPath(location.pathname)).map(toBrowserPath)
    const files = await stamp()
    if (!list || locations.length === 0 || isCached(files, list)) return
    const results = await readResults(database.call, [...startCalls], list)
    const start: CachedStart | null = results && {
      build: startupCache.build,
      places: locations,
      files,
      ...results,
    }
    const json = JSON.stringify(start)
    if (!start || json.length > MAX_CHARACTERS) return
    // The database was written to meanwhile: the results may be from before or after.
    if ((await stamp()) !== files) return writeAfter(DEBOUNCE_MS)
    if (startedAt !== version || !persistent) return
    localStorage.setItem(STARTUP_CACHE_KEY, json)
    // Another tab may have changed something, and cleared the cache, just before it was written.
    if ((await stamp()) !== files) clearStartupCache()
  }
  database.listen((notice) => {
    if (notice.is === 'changed') writeAfter(DEBOUNCE_MS)
    if (notice.is !== 'memory') return
    // The files say nothing of a database in memory.
    persistent = false
    clearStartupCache()
  })
  // A cache that this start was drawn from is mostly still true.
  writeAfter(startupCache.cached ? DEBOUNCE_MS : FIRST_MS)
  document.addEventListener('visibilitychange', () => document.hidden && writeAfter(0))
  return () => writeAfter(DEBOUNCE_MS)
}

/** Size and time of the database's files. @throws where there are none */
async function filesStamp(): Promise<string> {
  const files = await databaseFiles()
  return String(files.map(({ size, lastModified }) => `${size} ${lastModified}`))
}

/** Whether this list is cached already, as the files still are. */
function isCached(files: string, list: TimelineAsk): boolean {
  const json = localStorage.getItem(STARTUP_CACHE_KEY)
  if (json === null) return false
  const cached = JSON.parse(json) as CachedStart
  return cached.files === files && callKey('timeline.page', list) in cached.answers
}

/** @returns null where a start must read follow.db: no user is known, changes are unsent, or nothing is listed */
async function readResults(
  call: Local['call'],
  startCalls: readonly string[],
  list: TimelineAsk,
): Promise<Pick<CachedStart, 'user' | 'answers' | 'bodies' | 'pictures'> | null> {
  const [userKey, outboxKey, pageKey] = [
    callKey('user.get'),
    callKey('outbox.all'),
    callKey('timeline.page', list),
  ]
  const results = await call('answers.all', [...new Set([userKey, outboxKey, pageKey, ...startCalls])])
  const [user, outbox, page] = [userKey, outboxKey, pageKey].map((key) =>
    JSON.parse(results[key] ?? 'null'),
  ) as [LocalAnswer<'user.get'>, LocalAnswer<'outbox.all'>, LocalAnswer<'timeline.page'>]
  if (!user?.id || outbox.length > 0 || page.ids.length === 0) return null
  const pictures = (page.heads ?? []).flatMap((head) => pictureOf(head) ?? [])
  const facts = await call('images.get', pictures)
  return {
    user: user.id,
    answers: Object.fromEntries([...startCalls, pageKey].map((key) => [key, results[key] ?? ''])),
    bodies: firstContents(await call('entries.bodies', page.ids.slice(0, CONTENTS)), page),
    pictures: Object.fromEntries(pictures.map((url) => [url, facts[url] ?? null])),
  }
}

/** Contents that are here and fit. */
function firstContents(
  contents: Readonly<Record<string, EntryBody>>,
  { ids }: TimelinePage,
): CachedStart['bodies'] {
  let left = MAX_CONTENT_CHARACTERS
  const fitting = ids.flatMap((id) => {
    const entry = contents[id]
    if (typeof entry?.content !== 'string') return []
    left -= entry.content.length + (entry.readabilityContent?.length ?? 0)
    return left > 0 ? [[id, entry] as const] : []
  })
  return Object.fromEntries(fitting)
}
