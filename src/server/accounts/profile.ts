/** Validates the profile fields of a user before they are stored. */
import { APIError } from 'better-auth/api'
import { sql } from 'kysely'
import { webAddress } from '../../core/safe-href.ts'
import { visibleName } from '../../core/visible-name.ts'
import type { Storage } from '../storage/open.ts'
import { isReservedHandle, personalFields } from './fields.ts'

type Session = { readonly user: { readonly id: string } } | null
const LONGEST_NAME = 50

/** @throws APIError with a message for the form, when a field is invalid or the handle is taken */
export async function checkProfile(
  storage: Storage,
  { path, body }: { readonly path: string; readonly body?: unknown },
  session: () => Promise<Session>,
): Promise<void> {
  if (path !== '/sign-up/email' && path !== '/update-user') return
  const { success, error } = personalFields.safeParse(body)
  if (!success) throw new APIError('BAD_REQUEST', { message: error.issues[0]?.message ?? 'Not a person.' })
  const handle = body && typeof body === 'object' && 'handle' in body ? body.handle : null
  const owner = typeof handle === 'string' && handle ? await ownerOf(storage, handle) : null
  const userId = owner === null ? undefined : (await session())?.user.id
  if (owner !== null && owner !== userId)
    throw new APIError('BAD_REQUEST', { message: 'This handle is taken.' })
  // A user who had it before it was reserved keeps it.
  if (typeof handle === 'string' && isReservedHandle(handle) && owner === null)
    throw new APIError('BAD_REQUEST', { message: 'This handle is reserved.' })
}

type ProviderProfile = { readonly name?: string; readonly email: string; readonly image?: string | null }

/** A provider may send no name, a very long one, or a picture that is no web address; the form's rules apply to all. */
export const profileOfProvider = ({ name, email, image }: ProviderProfile) => ({
  name: (visibleName(name ?? '') || email.split('@')[0] || 'Reader').slice(0, LONGEST_NAME),
  image: webAddress(image) ?? null,
})

async function ownerOf({ db }: Storage, handle: string): Promise<string | null> {
  const lower = handle.toLowerCase()
  const same = db
    .selectFrom('user')
    .select('id')
    .where(sql`lower(handle)`, '=', lower)
    .limit(1)
  return (await same.executeTakeFirst())?.id ?? null
}
