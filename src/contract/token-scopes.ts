/**
 * What a token may do: an app password with scopes, sent as a bearer token, or used by another reader. `paths.ts` has the scope
 * of each call; the server enforces it at every entrance.
 */
import type { CallName } from './paths.ts'

/**
 * - `read`: feeds, entries and searches; secrets of inboxes are left out.
 * - `mark`: read, unread, stars, labels of entries, highlights and notes, and how far audio and video were played.
 * - `save`: saving entries with plugins.
 * - `manage`: subscriptions, folders, lists, inboxes, labels and rules, and deleting highlights.
 *
 * Commands of plugins need the scope that their manifests name.
 */
export const tokenScopes = ['read', 'mark', 'save', 'manage'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** The call of every plugin that `save` allows. The manifests of plugins name further ones with their scopes (`commands`). */
export const SAVE_CALL = 'save'

/**
 * Calls that delete what no undo brings back whole. A token sends one of them twice: the first is refused with a
 * confirmation of this very call and input, which the second carries in {@link CONFIRMATION_HEADER}. It is accepted once.
 */
export const confirmedCalls: ReadonlySet<CallName> = new Set([
  'subscriptions.delete',
  'categories.delete',
  'lists.delete',
  'lists.removeFeed',
  'inboxes.delete',
  'entries.inboxDelete',
  'actions.put',
])
/** An import that adds the rules of its file needs what changing rules needs. */
export const needsConfirmation = (name: CallName, input: unknown): boolean =>
  confirmedCalls.has(name) ||
  (name === 'subscriptions.import' && (input as { rules?: boolean }).rules === true)
export const CONFIRMATION_HEADER = 'x-confirmation'
