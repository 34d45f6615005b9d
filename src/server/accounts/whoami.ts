/** The answer of get-session, field by field (wire-contract 3); unset columns are null, not absent. */
import { sessionAnswer, type SessionAnswer } from '../../contract/session.ts'

const whole = sessionAnswer.unwrap()
const nothing = {
  image: null,
  handle: null,
  bio: null,
  website: null,
  socialLinks: null,
  deleted: null,
  twoFactorEnabled: null,
}

/** @param found what better-auth knows: dates as such, unset columns absent or null */
export function whoami({ session, user }: { session: object; user: object }): NonNullable<SessionAnswer> {
  const role = 'role' in user && user.role === 'trial' ? 'trial' : 'user'
  const plain: unknown = JSON.parse(JSON.stringify({ session, role, user: { ...nothing, ...user } }))
  return whole.parse(plain)
}
