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
