/** How far the start has come. What the first list does not need waits for one of these phases. */
import { combine, createEvent, createStore, createWatch, sample, scopeBind, type Scope } from 'effector'
import { startupIdle } from '../model/app/index.ts'
import { $currentEntry, $entrySummaries } from '../model/entries/index.ts'
import { $screen, isTimeline } from '../model/location/index.ts'
import { $session } from '../model/session/index.ts'
import { $isLocalPageRead, $timeline, idText } from '../model/timeline/index.ts'

/**
 * `listVisible`: the list is on the screen, or none will come soon. `idle`: the user has had a moment with it, and what the
 * reader shows then is loaded.
 */
export type StartupPhase = 'starting' | 'listVisible' | 'idle'

const phaseReached = createEvent<StartupPhase>()
export const $startupPhase = createStore<StartupPhase>('starting', { serialize: 'ignore' }).on(
  phaseReached,
  (_, phase) => phase,
)
sample({ clock: phaseReached, filter: (phase) => phase === 'idle', fn: () => {}, target: startupIdle })

/** ms; a database that does not open must not keep the server from being asked. */
const LIST_TIMEOUT_MS = 3000
/** ms; a cached list is read in a few, and an empty page is not shown for longer. */
const CACHE_TIMEOUT_MS = 150
/** ms until a requested frame was surely drawn; a hidden page draws none. */
const FRAME_TIMEOUT_MS = 500
/** ms between the list and loading what comes with the idle phase */
const IDLE_AFTER_MS = 1500

/** The rows can be drawn, or follow.db has none, or no user is known who could have any, or another screen is open. */
const $listResolved = combine(
  {
    path: $screen,
    entry: $currentEntry,
    timeline: $timeline,
    heads: $entrySummaries,
    read: $isLocalPageRead,
    session: $session,
  },
  ({ path, entry, timeline: { ids }, heads, read, session: { status, user } }) => {
    if (!isTimeline(path) || entry !== null) return true
    return ids.length > 0 ? heads.has(idText(ids[0])) : read || (status !== 'unknown' && user === null)
  },
)

/**
 * Resolves when the list can come with the very first render: where it is cached or came with the page, and where that of the last visit is on the
 * screen, which must not make room for an empty one. At once where there is neither.
 */
export const firstListRead = (scope: Scope): Promise<void> => {
  if (window.snapshot?.painted) return listResolved(scope, LIST_TIMEOUT_MS)
  const { cached, hasFirstPage } = window.startupCache ?? {}
  return cached || hasFirstPage ? listResolved(scope, CACHE_TIMEOUT_MS) : Promise.resolve()
}

/**
 * Moves the start to `listVisible`, and to `idle` some time later. Resolves with the first of these.
 * @param prepare loads what the reader shows once it is idle
 */
export async function startPhases(
  scope: Scope,
  prepare: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const reach = scopeBind(phaseReached, { scope })
  await listResolved(scope, LIST_TIMEOUT_MS)
  await nextPaint()
  reach('listVisible')
  setTimeout(() => void prepare().then(() => reach('idle')), IDLE_AFTER_MS)
}

function listResolved(scope: Scope, timeoutMs: number): Promise<void> {
  return within(timeoutMs, (resolve) => {
    createWatch({ unit: $listResolved, scope, fn: (resolved) => resolved && resolve() })
    if (scope.getState($listResolved)) resolve()
  })
}

async function nextPaint(): Promise<void> {
  if (document.visibilityState !== 'visible') return
  // A task that is queued within a frame runs after it was drawn.
  await within(FRAME_TIMEOUT_MS, (resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

const within = (ms: number, start: (resolve: () => void) => void): Promise<void> =>
  new Promise((resolve) => {
    const timeout = setTimeout(resolve, ms)
    start(() => {
      clearTimeout(timeout)
      resolve()
    })
  })
