/** The sequence that is being typed. */
import { createEvent, createStore } from 'effector'
import type { KeyBinding } from '../../core/index.ts'

export type PendingKeys = {
  /** Canonical presses. */
  readonly typed: readonly string[]
  readonly count: number | null
  readonly next: readonly KeyBinding[]
}
/** Triggered by the hotkey listener; displayed by the which-key panel. */
export const pendingKeysChanged = createEvent<PendingKeys>()
export const $pendingKeys = createStore<PendingKeys>(
  { typed: [], count: null, next: [] },
  { serialize: 'ignore' },
).on(pendingKeysChanged, (_, waiting) => waiting)
/** The which-key panel is shown. */
export const continuationsShown = createEvent()
/** Whether the keys that may follow are shown: until the sequence ends. */
export const $areContinuationsShown = createStore(false)
  .on(continuationsShown, () => true)
  .on(pendingKeysChanged, (shown, { typed, count }) => shown && (typed.length > 0 || count !== null))
