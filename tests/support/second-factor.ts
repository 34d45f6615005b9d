/** Sets up a second factor for a test user with the public calls. */
import { codeAt } from '../../src/server/accounts/codes.ts'
import { cookiesOf, PASSWORD, type TestUser, type TestServer } from './server.ts'

/**
 * @returns the key, for `codeAt(key, counter)`, the backup codes, and the user with the new session. None of the
 * codes is used yet.
 */
export async function secondFactor(
  server: Pick<TestServer, 'request'>,
  user: TestUser,
): Promise<{ readonly key: string; readonly backupCodes: readonly string[]; readonly user: TestUser }> {
  const enabled = await user.request('/better-auth/two-factor/enable', {
    method: 'POST',
    body: { password: PASSWORD },
  })
  const { totpURI, backupCodes } = (await enabled.json()) as { totpURI: string; backupCodes: string[] }
  const key = totpKeyOf(totpURI)
  const code = codeAt(key, Math.floor(Date.now() / 30_000))
  const proved = await user.request('/better-auth/two-factor/verify-totp', { method: 'POST', body: { code } })
  if (proved.status !== 200) throw new Error(`The second factor was not taken: ${await proved.text()}`)
  const cookie = cookiesOf(proved)
  const request: TestUser['request'] = (path, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('cookie', cookie)
    return server.request(path, { ...init, headers })
  }
  return { key, backupCodes, user: { ...user, cookie, request } }
}

/** The key for `codeAt` from an otpauth address. */
export const totpKeyOf = (totpURI: string): string =>
  decoded(new URL(totpURI).searchParams.get('secret') ?? '')

/** Base32 of RFC 4648, the encoding of keys in otpauth addresses. */
function decoded(text: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...text.replace(/=+$/, '')]
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))).toString()
}
