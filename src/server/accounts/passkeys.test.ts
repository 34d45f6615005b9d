import { afterEach, describe, expect, test } from 'vitest'
import { createAuthenticator } from '../../../tests/support/authenticator.ts'
import { cookiesOf, startTestServer, type TestServer } from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'

let server: TestServer
afterEach(() => server.close())

const origin = 'http://localhost'
type Options = { readonly challenge: string }

/** Sends requests as the page of this server; the challenge is in a cookie beside the session's. */
async function ceremony(
  paths: readonly [options: string, verify: string],
  cookie: string,
  respond: (options: Options) => object,
): Promise<Response> {
  const headers = { origin, host: 'localhost' }
  const requests = await server.request(`/better-auth/passkey/${paths[0]}`, {
    headers: { ...headers, cookie },
  })
  const options = (await requests.clone().json()) as Options
  const both = [cookie, cookiesOf(requests)].filter(Boolean).join('; ')
  return server.request(`/better-auth/passkey/${paths[1]}`, {
    method: 'POST',
    headers: { ...headers, cookie: both },
    body: { response: respond(options), name: 'My laptop' },
  })
}
const add = ['generate-register-options', 'verify-registration'] as const
const enter = ['generate-authenticate-options', 'verify-authentication'] as const

describe.each(kinds)('a passkey on %s', (kind) => {
  test('is added, opens a session without a password, and is taken away', async () => {
    server = await startTestServer({ kind })
    const ada = await server.signUp('ada')
    const device = createAuthenticator('localhost', origin)
    expect((await ceremony(add, ada.cookie, device.create)).status).toBe(200)
    const list = async () =>
      (await (await ada.request('/better-auth/passkey/list-user-passkeys')).json()) as { id: string }[]
    const [mine] = await list()
    expect(mine).toMatchObject({ name: 'My laptop', userId: ada.id })

    const entered = await ceremony(enter, '', device.get)
    expect(entered.status).toBe(200)
    const headers = { cookie: cookiesOf(entered) }
    expect(await (await server.request('/better-auth/get-session', { headers })).json()).toMatchObject({
      user: { id: ada.id },
    })
    await ada.request('/better-auth/passkey/delete-passkey', { method: 'POST', body: { id: mine?.id } })
    expect(await list()).toEqual([])
    expect((await ceremony(enter, '', device.get)).status).toBeGreaterThanOrEqual(400)
  })

  // The rest does not depend on the engine.
  if (kind !== 'sqlite') return

  test('of a stranger, for another page or by another user opens and changes nothing', async () => {
    server = await startTestServer({ kind })
    const [ada, bob] = [await server.signUp('ada'), await server.signUp('bob')]
    const device = createAuthenticator('localhost', origin)
    await ceremony(add, ada.cookie, device.create)
    const stranger = createAuthenticator('localhost', origin)
    expect((await ceremony(enter, '', stranger.get)).status).toBeGreaterThanOrEqual(400)
    const phished = await ceremony(enter, '', (requests) => device.get(requests, 'https://evil.example'))
    expect(phished.status).toBeGreaterThanOrEqual(400)
    const elsewhere = createAuthenticator('evil.example', origin)
    expect((await ceremony(add, ada.cookie, elsewhere.create)).status).toBeGreaterThanOrEqual(400)
    const [mine] = (await (await ada.request('/better-auth/passkey/list-user-passkeys')).json()) as {
      id: string
    }[]
    const stolen = await bob.request('/better-auth/passkey/delete-passkey', {
      method: 'POST',
      body: { id: mine?.id },
    })
    expect(stolen.status).toBeGreaterThanOrEqual(400)
    expect(await (await bob.request('/better-auth/passkey/list-user-passkeys')).json()).toEqual([])
    expect(await (await ada.request('/better-auth/passkey/list-user-passkeys')).json()).toHaveLength(1)
  })
})
