import { randomBytes } from 'node:crypto'
import type { RequestContext } from '../http/routes.ts'
import type { InboxRow } from '../storage/schema.ts'
import { cleanName } from './clean-name.ts'

/** A new inbox of the user with a new secret, to be stored. */
export const newInbox = (
  { user, secrets, now, newId }: RequestContext,
  { handle, title }: { readonly handle: string; readonly title: string },
): Omit<InboxRow, 'name'> => ({
  handle,
  secret: secrets.close(randomBytes(24).toString('base64url')),
  userId: user.id,
  feedId: newId(),
  title: cleanName(title),
  createdAt: now(),
})
