/** Keeps what a start at this place would ask of follow.db, once nothing has changed for a moment: see `first-list.ts`. */
import type { EntryBody, Local, LocalAnswer, TimelineAsk, TimelinePage } from './calls.ts'
import { callKey, FIRST_LIST, forgetFirstList, type KeptList } from './kept-list.ts'
import { DATABASE, FOLDER } from './worker/storage/places.ts'

/** ms of rest: after the first list where none was kept, and after each change. */
const FIRST_MS = 250
const REST_MS = 1500
/** Characters of all, and of the contents among them. What is larger takes as long to read as follow.db to open. */
const LARGEST = 400_000
const BODIES = 100_000
/** Entries that the first step asks for: the next one and those after it. */
const ENTRIES_AHEAD = 6

type Watched = {
  readonly library: Pick<Local, 'call' | 'listen'>
  /** What else the start asked, see {@link callKey}. */
  readonly asked: ReadonlySet<string>
  /** What the list that stands was asked by. */
  readonly listed: () => TimelineAsk | undefined
  /** Other than before when the library was written to. */
  readonly stamp?: () => Promise<string>
}

/** Size and time of the library's files. @throws where there are none */
async function filesStamp(): Promise<string> {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle(FOLDER)
  const stampOf = async (ending: string) => {
    const { size, lastModified } = await (await folder.getFileHandle(DATABASE + ending)).getFile()
    return `${size} ${lastModified}`
  }
  return String(await Promise.all(['', '-wal', '-outbox'].map(stampOf)))
}

/** @returns to be told of every change that this page makes, and of every other list that it asks for */
export function keepFirstList({ library, asked, listed, stamp = filesStamp }: Watched): () => void {
  const { firstList } = window
  if (!firstList) return () => undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn = 0
  let lasts = true
  const after = (ms: number): void => {
    turn += 1
    clearTimeout(timer)
    timer = setTimeout(() => void keep().catch(forgetFirstList), ms)
  }
  const keep = async (): Promise<void> => {
    const mine = turn
    const list = listed()
    const places = placesOf(location.pathname)
    const files = await stamp()
    if (!list || places.length === 0 || isKept(files, list)) return
    const found = await answersOf(library.call, [...asked], list)
    const kept: KeptList | null = found && { build: firstList.build, places, files, ...found }
    const text = JSON.stringify(kept)
    if (!kept || text.length > LARGEST) return
    // Written to meanwhile: the answers may be from before or after.
    if ((await stamp()) !== files) return after(REST_MS)
    // Or it has only now turned out that the library ends with its tab.
    if (mine !== turn || !lasts) return
    localStorage.setItem(FIRST_LIST, text)
    // Another tab's change may not have seen what it was to take away.
    if ((await stamp()) !== files) forgetFirstList()
  }
  library.listen((notice) => {
    if (notice.is === 'changed') after(REST_MS)
    if (notice.is !== 'memory') return
    // The files say nothing of a library that ends with the tab.
    lasts = false
    forgetFirstList()
  })
  // What this start was shown is there already, and mostly still true.
  after(firstList.kept ? REST_MS : FIRST_MS)
  document.addEventListener('visibilitychange', () => document.hidden && after(0))
  return () => after(REST_MS)
}

/** Whether this list is kept already, as the files still are. */
function isKept(files: string, list: TimelineAsk): boolean {
  const text = localStorage.getItem(FIRST_LIST)
  if (text === null) return false
  const kept = JSON.parse(text) as KeptList
  return kept.files === files && callKey('timeline.page', list) in kept.answers
}

/** @returns null where a start must ask follow.db: nobody is known, changes wait, or nothing is listed */
async function answersOf(
  call: Local['call'],
  asked: readonly string[],
  list: TimelineAsk,
): Promise<Pick<KeptList, 'answers' | 'bodies'> | null> {
  const [userKey, outboxKey, pageKey] = [
    callKey('user.get'),
    callKey('outbox.all'),
    callKey('timeline.page', list),
  ]
  const found = await call('answers.all', [...new Set([userKey, outboxKey, pageKey, ...asked])])
  const [user, outbox, page] = [userKey, outboxKey, pageKey].map((key) =>
    JSON.parse(found[key] ?? 'null'),
  ) as [LocalAnswer<'user.get'>, LocalAnswer<'outbox.all'>, LocalAnswer<'timeline.page'>]
  if (!user?.id || outbox.length > 0 || page.ids.length === 0) return null
  return {
    answers: Object.fromEntries([...asked, pageKey].map((key) => [key, found[key] ?? ''])),
    bodies: small(await call('entries.bodies', page.ids.slice(0, ENTRIES_AHEAD)), page),
  }
}

/** The first ones, as long as they are no burden, and none that the server would have to be asked for. */
function small(bodies: Readonly<Record<string, EntryBody>>, { ids }: TimelinePage): KeptList['bodies'] {
  let room = BODIES
  const fits = ids.flatMap((id) => {
    const body = bodies[id]
    if (typeof body?.content !== 'string') return []
    room -= body.content.length + (body.readabilityContent?.length ?? 0)
    return room > 0 ? [[id, body] as const] : []
  })
  return Object.fromEntries(fits)
}

/** Paths that lead to the list of this one, without an entry that is open; none where no list is shown. */
function placesOf(path: string): string[] {
  const [, root, view = 'view-0', source = 'all'] = path.split('/')
  if (root !== 'timeline') return []
  const list = `/timeline/${view}/${source}`
  const ofView = source === 'all' ? [`/timeline/${view}`] : []
  const home = view === 'view-0' && source === 'all' ? ['/', '/index.html', '/timeline'] : []
  return [...home, ...ofView, list, `${list}/pending`]
}
