/** Which calls a token has to confirm. */
import type { CallName } from './paths.ts'

/**
 * Calls whose deletion no undo restores completely. A token sends one of them twice: the first is refused with a
 * confirmation of this call and input, which the second sends in {@link CONFIRMATION_HEADER}. It is accepted once.
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
/** An import that adds the rules of its file needs the same confirmation as changing rules. */
export const needsConfirmation = (name: CallName, input: unknown): boolean =>
  confirmedCalls.has(name) ||
  name === 'accountFiles.import' ||
  (name === 'subscriptions.import' && (input as { rules?: boolean }).rules === true)
export const CONFIRMATION_HEADER = 'x-confirmation'
