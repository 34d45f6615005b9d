/**
 * The scopes of a token: an app password, sent as a bearer token or used by another reader. `paths.ts` has the scope
 * of each call; the server enforces it at every entrance.
 */

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
