/** The response of get-session, field by field (wire-contract 3); unset columns are null, not absent. */
import type { Config } from '../config.ts'
import { sessionAnswer, type SessionAnswer } from '../../contract/session.ts'

const sessionSchema = sessionAnswer.unwrap()
const nullColumns = {
  image: null,
  handle: null,
  bio: null,
  website: null,
  socialLinks: null,
  deleted: null,
  twoFactorEnabled: null,
}

/**
 * The cookie is closed to scripts, so `session.token` is the session's id here, which grants no access.
 * @param stored better-auth's values: dates as Date, unset columns absent or null
 */
export function whoami(
  { session, user }: { session: { readonly id: string }; user: object },
  { IMAGE_PROXY: imageProxy }: Pick<Config, 'IMAGE_PROXY'>,
  admin: boolean,
): NonNullable<SessionAnswer> {
  const role = 'role' in user && user.role === 'trial' ? 'trial' : 'user'
  const plain: unknown = JSON.parse(
    JSON.stringify({
      session: withoutToken(session),
      role,
      admin,
      user: { ...nullColumns, ...user },
      imageProxy,
    }),
  )
  return sessionSchema.parse(plain)
}

/** A session as scripts may see it. */
export const withoutToken = <Session extends { readonly id: string }>(
  session: Session,
): Session & { readonly token: string } => ({ ...session, token: session.id })
