/** When the first list is seen, or it is known that none comes soon: what it did not need may be fetched from then on. */
import { createEvent, createStore, createWatch, sample, scopeBind, type Scope } from 'effector'
import {
  $currentEntry,
  $heads,
  $localPageRead,
  $screen,
  $session,
  $timeline,
  idText,
} from '../model/index.ts'

export const firstListSeen = createEvent()
/** Once true, it stays so: what came does not go again. */
export const $firstListSeen = createStore(false, { serialize: 'ignore' }).on(firstListSeen, () => true)

/** A list that is there at once has the first frame to itself; what stands beside it comes with the next. */
const besideDue = createEvent()
export const $besideDue = createStore(false, { serialize: 'ignore' }).on(besideDue, () => true)

/** The rows can be drawn, or follow.db has none, or nobody is known whose rows it could have, or no list is asked for. */
const $decided = createStore(false, { serialize: 'ignore' }).on(
  sample({
    clock: [$screen, $currentEntry, $timeline, $heads, $localPageRead, $session],
    source: {
      path: $screen,
      entry: $currentEntry,
      timeline: $timeline,
      heads: $heads,
      read: $localPageRead,
      session: $session,
    },
    fn: ({ path, entry, timeline: { ids }, heads, read, session: { status, user } }) => {
      if (!path.startsWith('/timeline') || entry !== null) return true
      return ids.length > 0 ? heads.has(idText(ids[0])) : read || (status !== 'unknown' && user === null)
    },
  }),
  (_, is) => is,
)

/** ms; a database that does not open must not keep the server from being asked. */
const PATIENCE_MS = 3000
/** ms until a frame that was asked for is surely made; a hidden page makes none. */
const FRAME_MS = 500
/** ms of rest after the paint: what comes next is not to fall into the first frames. */
const REST_MS = 40

/** ms; what is kept is known in a few, and nobody is to look at an empty page for longer. */
const KEPT_MS = 150

/** Where the first list is kept, it and the panes are drawn at once instead of one after the other. */
export async function keptListRead(scope: Scope): Promise<void> {
  const isKept = Boolean(window.firstList?.kept)
  if (isKept) await inTime(KEPT_MS, (read) => whenDecided(scope, read))
  if (!isKept || !scope.getState($decided)) scopeBind(besideDue, { scope })()
}

/** Resolves when what follow.db has of the first list, which may be nothing, is on the screen, and what stands beside it. */
export async function seeFirstList(scope: Scope): Promise<void> {
  await inTime(PATIENCE_MS, (decided) => whenDecided(scope, decided))
  await framePainted()
  scopeBind(besideDue, { scope })()
  await framePainted()
  await new Promise((resolve) => setTimeout(resolve, REST_MS))
  scopeBind(firstListSeen, { scope })()
}

async function framePainted(): Promise<void> {
  if (document.visibilityState !== 'visible') return
  // What is asked for within a frame comes after it.
  await inTime(FRAME_MS, (painted) => requestAnimationFrame(() => setTimeout(painted)))
}

function whenDecided(scope: Scope, decided: () => void): void {
  createWatch({ unit: $decided, scope, fn: (is) => is && decided() })
  if (scope.getState($decided)) decided()
}

const inTime = (ms: number, wait: (done: () => void) => void): Promise<void> =>
  new Promise((resolve) => {
    const patience = setTimeout(resolve, ms)
    wait(() => {
      clearTimeout(patience)
      resolve()
    })
  })
