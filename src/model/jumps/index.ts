/** The jump list and marks: locations with their entry and scroll positions, to return to. */
import { createEvent, createStore, sample } from 'effector'
import { navigationRequested, fromPath, toPath, type ReaderLocation } from '../location/index.ts'
import { persist } from '../persist.ts'

/** A location as it was on screen. */
export type Position = {
  readonly location: ReaderLocation
  /** px scrolled in the list and in the entry. */
  readonly list: number
  readonly entry: number
  /** px from the top of the list to the current row; absent: it was not visible. Rows above may have been removed since. */
  readonly row?: number
}

/** Positions stored in each direction. */
const MAX_JUMPS = 100

/** The user navigated away from here. */
export const positionLeft = createEvent<Position>()
/** Goes to the position before (-1) or after (1); the app adds the current one and triggers `jumped`. */
export const jumpRequested = createEvent<{ by: -1 | 1 }>()
export const jumped = createEvent<{ by: -1 | 1; from: Position }>()

export type JumpList = { readonly back: readonly Position[]; readonly forward: readonly Position[] }
/** Newest last. */
export const $jumps = createStore<JumpList>({ back: [], forward: [] }, { serialize: 'ignore' }).on(
  positionLeft,
  ({ back }, position) => ({ back: pushed(back, position), forward: [] }),
)
/** The position that is returned to: the app restores its scroll positions once it is rendered. */
export const positionRestored = createEvent<Position>()

const jump = sample({
  clock: jumped,
  source: $jumps,
  fn: (jumps, { by, from }) => {
    const target = (by < 0 ? jumps.back : jumps.forward).at(-1)
    return target && { by, from, target }
  },
}).filterMap((one) => one)
$jumps.on(jump, ({ back, forward }, { by, from }) =>
  by < 0
    ? { back: back.slice(0, -1), forward: pushed(forward, from) }
    : { back: pushed(back, from), forward: forward.slice(0, -1) },
)

/** The user marks the current position; the app adds it and triggers `markSet`. */
export const markRequested = createEvent<{ key: string }>()
export const markSet = createEvent<{ key: string; position: Position }>()
export const markOpened = createEvent<{ key: string }>()
/** By key. */
export const $marks = createStore<ReadonlyMap<string, Position>>(new Map(), { serialize: 'ignore' }).on(
  markSet,
  (marks, { key, position }) => new Map(marks).set(key, position),
)
persist($marks, {
  key: 'lectern:marks',
  parse: parseMarks,
  changed: markSet,
  ofUser: true,
  serialize: (marks) =>
    Object.fromEntries(
      [...marks].map(([key, { location, list, entry, row }]) => [
        key,
        { path: toPath(location), list, entry, ...(row !== undefined && { row }) },
      ]),
    ),
})
const marked = sample({
  clock: markOpened,
  source: $marks,
  fn: (marks, { key }) => marks.get(key),
}).filterMap((position) => position)

sample({ clock: [jump.map(({ target }) => target), marked], target: positionRestored })
sample({ clock: positionRestored, fn: ({ location }) => location, target: navigationRequested })

/** A position at the same location replaces the newest one. */
function pushed(positions: readonly Position[], position: Position): readonly Position[] {
  const newest = positions.at(-1)
  const isSame = newest !== undefined && toPath(newest.location) === toPath(position.location)
  return [...(isSame ? positions.slice(0, -1) : positions), position].slice(-MAX_JUMPS)
}

function parseMarks(text: string | null): ReadonlyMap<string, Position> {
  try {
    const stored = JSON.parse(text ?? '{}') as Record<
      string,
      { path?: unknown; list?: unknown; entry?: unknown; row?: unknown }
    >
    return new Map(
      Object.entries(stored).flatMap(([key, { path, list, entry, row }]) => {
        const location = typeof path === 'string' ? fromPath(path) : null
        const position = { list: Number(list) || 0, entry: Number(entry) || 0 }
        return location ? [[key, { location, ...position, ...(typeof row === 'number' && { row }) }]] : []
      }),
    )
  } catch {
    return new Map()
  }
}
