/** The tour of the shortcuts, on three sample entries. */
import { matchKeybindingPress, parseKeybinding } from 'tinykeys'
import type { KeyBinding } from '../../core/index.ts'

export type TourStep = { readonly id: string; readonly keys: string }
export type TourState = {
  readonly at: number
  /** Presses of the present step's sequence that were made. */
  readonly typed: number
  readonly current: number
  readonly opened: boolean
  readonly read: boolean
  readonly starred: boolean
}
export const tourStart: TourState = {
  at: 0,
  typed: 0,
  current: 0,
  opened: false,
  read: false,
  starred: false,
}

/** A command and its default key; a custom binding is taught instead. */
const lessons: readonly (readonly [id: string, command: string, keys: string])[] = [
  ['next', 'timeline:switch-to-next', 'j'],
  ['previous', 'timeline:switch-to-previous', 'k'],
  ['open', 'layout:focus-to-entry-render', 'Enter'],
  ['read', 'entry:read', 'm'],
  ['star', 'entry:star', 's'],
  ['go', 'go:all', 'g a'],
  ['palette', 'palette:open', '$mod+k'],
  ['help', 'global:show-shortcuts', '[Shift]+?'],
]

export const tourSteps = (bound: readonly KeyBinding[]): readonly TourStep[] =>
  lessons.map(([id, command, keys]) => ({
    id,
    keys: bound.find((one) => one.command.id === command)?.keys ?? keys,
  }))

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'getModifierState'>

/** The tour's state after a key press; the same object when another key was expected. */
export function tourAfter(state: TourState, steps: readonly TourStep[], press: Press): TourState {
  const step = steps[state.at]
  if (!step) return state
  const presses = parseKeybinding(step.keys)
  const expected = presses[state.typed]
  if (!expected || !matchKeybindingPress(press as KeyboardEvent, expected))
    return state.typed === 0 ? state : tourAfter({ ...state, typed: 0 }, steps, press)
  if (state.typed + 1 < presses.length) return { ...state, typed: state.typed + 1 }
  return { ...state, ...changeOf[step.id]?.(state), at: state.at + 1, typed: 0 }
}

const changeOf: Readonly<Record<string, (state: TourState) => Partial<TourState>>> = {
  next: ({ current }) => ({ current: current + 1 }),
  previous: ({ current }) => ({ current: Math.max(0, current - 1) }),
  open: () => ({ opened: true }),
  read: ({ read }) => ({ read: !read }),
  star: ({ starred }) => ({ starred: !starred }),
}
