import { createEvent } from 'effector'
import type { ChangeOrigin } from '../../local/calls.ts'

/** Several entries become read unless all of them are. */
export const readToggled = createEvent<{ ids: readonly string[] }>()
/** origin: command by default; marks by reading are one step of undo. */
export const readMarked = createEvent<{ ids: readonly string[]; read: boolean; origin?: ChangeOrigin }>()

/**
 * view: the whole view; source: the current location; above, below: newer or older than an entry of it;
 * day: one local day of it (any ms of that day). `subscription`: rows of the tree, at any location.
 */
export type MarkScope =
  | { readonly scope: 'view' }
  | { readonly scope: 'source' }
  | {
      readonly scope: 'above' | 'below'
      readonly id: string
      /** Published before or after this time (ms) instead of that of the entry. */
      readonly at?: number
    }
  | { readonly scope: 'day'; readonly day: number }
  /** Published before, at the current location; ms since 1970. */
  | { readonly scope: 'older'; readonly before: number }
  | { readonly scope: 'subscription'; readonly ids: readonly string[] }
export const allMarked = createEvent<MarkScope>()
