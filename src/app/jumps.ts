/** Scroll positions of the jump list and of marks: read when the user leaves a location, restored when they return. */
import { createWatch, scopeBind, type Scope } from 'effector'
import { registry } from '../model/app/index.ts'
import {
  jumped,
  jumpRequested,
  markRequested,
  markSet,
  positionLeft,
  positionRestored,
  type Position,
} from '../model/jumps/index.ts'
import { $location, isSameSource, toPath, type ReaderLocation } from '../model/location/index.ts'

/** Commands that go far within one list. */
const FAR_COMMANDS = new Set(['timeline:switch-to-first', 'timeline:switch-to-last', 'mark:go', 'go:entry'])
/** Frames to wait for a list and its entry, which load first. */
const MAX_FRAMES = 120
/** Frames for which a restored position must hold: content that loads later moves it. */
const STEADY_FRAMES = 5
const CURRENT_ROW = '[data-entry-id][aria-current="true"]'
const PANES = { list: '[data-focus-area="timeline"] [data-scroll]', entry: '[data-entry-scroll]' } as const

export function followJumps(scope: Scope): void {
  const left = scopeBind(positionLeft, { scope })
  const jump = scopeBind(jumped, { scope })
  const setMark = scopeBind(markSet, { scope })
  let last = scope.getState($location)
  let restoring: string | null = null
  let stop = () => {}
  const restore = (position: Position) => {
    stop()
    stop = restoreScroll(position)
  }
  /** Of this page's life, by path: the browser's history remembers the locations alone. */
  const leftPositions = new Map<string, Position>()
  let isPopped = false
  // Before the router reads the new location.
  window.addEventListener(
    'popstate',
    () => {
      isPopped = true
      setTimeout(() => (isPopped = false))
    },
    { capture: true },
  )

  createWatch({
    unit: $location,
    scope,
    fn: (location) => {
      const before = last
      last = location
      if (toPath(location) === restoring) {
        restoring = null
        return
      }
      const isSameList = location.view === before.view && isSameSource(location.source, before.source)
      if (isSameList) return
      // The page still shows the former location.
      const position = positionAt(before)
      left(position)
      leftPositions.set(toPath(before), position)
      const returned = isPopped ? leftPositions.get(toPath(location)) : undefined
      if (returned) restore(returned)
    },
  })
  createWatch({
    unit: registry.commandStarted,
    scope,
    fn: ({ command, call }) => {
      if (FAR_COMMANDS.has(command.id) && call.source !== 'button') left(positionAt(last))
    },
  })
  createWatch({ unit: jumpRequested, scope, fn: ({ by }) => jump({ by, from: positionAt(last) }) })
  createWatch({ unit: markRequested, scope, fn: ({ key }) => setMark({ key, position: positionAt(last) }) })
  createWatch({
    unit: positionRestored,
    scope,
    fn: (position) => {
      restoring = toPath(position.location) === toPath(last) ? null : toPath(position.location)
      restore(position)
    },
  })
}

/** Where a location's list and entry are scrolled to now. */
export function positionAt(location: ReaderLocation): Position {
  const top = (selector: string) => document.querySelector(selector)?.scrollTop ?? 0
  const row = rowOffset()
  return { location, list: top(PANES.list), entry: top(PANES.entry), ...(row !== null && { row }) }
}

/** px from the top of the list to the current row; null: it is not visible. */
function rowOffset(): number | null {
  const list = document.querySelector(PANES.list)
  const row = list?.querySelector(CURRENT_ROW)
  if (!list || !row) return null
  const offset = row.getBoundingClientRect().top - list.getBoundingClientRect().top
  return offset > -row.clientHeight && offset < list.clientHeight ? offset : null
}

/** Scrolls in each frame until both panes stay where they were, the user scrolls, or it takes too long. @returns stops it */
export function restoreScroll({ list, entry, row }: Position): () => void {
  let frames = 0
  let steady = 0
  let stopped = false
  const stop = () => {
    stopped = true
    for (const type of ['wheel', 'pointerdown', 'keydown']) window.removeEventListener(type, stop, true)
  }
  const run = () => {
    if (stopped) return
    frames += 1
    steady = [listScrolledTo(list, row), scrolledTo(PANES.entry, entry)].every(Boolean) ? steady + 1 : 0
    if (steady >= STEADY_FRAMES || frames >= MAX_FRAMES) stop()
    else requestAnimationFrame(run)
  }
  // The press that asked for it has been handled by then, and the new location is rendered.
  requestAnimationFrame(() => {
    for (const type of ['wheel', 'pointerdown', 'keydown']) window.addEventListener(type, stop, true)
    requestAnimationFrame(run)
  })
  return stop
}

/** The current row is where it was; without one the list is. */
function listScrolledTo(top: number, row: number | undefined): boolean {
  const list = document.querySelector(PANES.list)
  const current = list?.querySelector(CURRENT_ROW)
  if (row === undefined || !list || !current) return scrolledTo(PANES.list, top)
  const offset = current.getBoundingClientRect().top - list.getBoundingClientRect().top
  return scrolledTo(PANES.list, Math.max(0, list.scrollTop + offset - row))
}

function scrolledTo(selector: string, top: number): boolean {
  const pane = document.querySelector(selector)
  if (!pane) return top === 0
  if (Math.abs(pane.scrollTop - top) < 2) return true
  pane.scrollTop = top
  return false
}
