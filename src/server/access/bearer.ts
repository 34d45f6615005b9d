/** The caller behind a bearer token that is an app password. */
import { requireAppPasswords, userByToken } from '../client-apis/shared/password.ts'
import { countFailure } from '../http/rate-limit.ts'
import { Refusal } from '../http/refusal.ts'
import type { Caller, Services } from '../http/routes.ts'

/** Four groups of five characters; the tokens of sessions have no dash at these places. */
const APP_PASSWORD = /^bearer\s+([a-z2-9]{5}(?:-[a-z2-9]{5}){3})$/i

/**
 * @returns undefined where the request has no app password, null where it has a wrong one
 * @throws Refusal noPermission for one without scopes, or where APP_PASSWORDS is off; tooManyAttempts
 */
export async function callerByToken(
  services: Services,
  headers: Headers,
  address: string,
): Promise<Caller | null | undefined> {
  const [, token] = APP_PASSWORD.exec(headers.get('authorization') ?? '') ?? []
  if (!token) return undefined
  requireAppPasswords(services.config)
  const account = await userByToken(services.storage, token, services.now())
  if (!account) {
    await countFailure(services, { kind: 'app-password', secret: 'random', address })
    return null
  }
  if (!account.user.access)
    throw new Refusal('noPermission', 'This app password is for other readers: create one with scopes.')
  return account.user
}
