/** The steps by which the settings test the client APIs, against a server, and against proxies that break them. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPathProxy } from '../../../tests/support/path-proxy.ts'
import { PASSWORD, startTestServer, type TestServer, type TestUser } from '../../../tests/support/server.ts'
import { makeShelf } from '../../../tests/support/sync.ts'
import type { AppPassword } from '../../contract/app-passwords.ts'
import {
  clientApis,
  testClientApi,
  type ClientApi,
  type ReadOnlyPassword,
} from '../../features/settings/account/client-apis/client-api-steps.ts'

const NAME = 'Test of the client APIs'
type Created = AppPassword & ReadOnlyPassword

describe('a test of the client APIs', () => {
  let server: TestServer
  let ada: TestUser
  beforeAll(async () => {
    server = await startTestServer({ listen: true })
    ada = (await makeShelf(server, 'ada')).user
  })
  afterAll(() => server.close())

  const create = async (user: TestUser, scopes: readonly string[] = ['read']): Promise<Created> => {
    const body = { name: NAME, scopes, password: PASSWORD }
    const response = await user.request('/app-passwords', { method: 'POST', body })
    return ((await response.json()) as { data: Created }).data
  }
  const list = async (user: TestUser) =>
    ((await (await user.request('/app-passwords')).json()) as { data: AppPassword[] }).data
  /** @returns the steps that passed, in their order, and the problem and status of the one that did not */
  const run = async (api: ClientApi, address: string, password: ReadOnlyPassword) => {
    const steps: string[] = []
    await testClientApi({ api, address, password, fetch }, (step, problem) =>
      steps.push(problem ? `${step}: ${problem.kind} ${problem.status}` : step),
    )
    return steps
  }
  const runAll = async (address: string, password: ReadOnlyPassword) =>
    Object.fromEntries(
      await Promise.all(clientApis.map(async (api) => [api, await run(api, address, password)] as const)),
    )
  const through = async (
    options: Omit<Parameters<typeof startPathProxy>[0], 'path' | 'target'> & { readonly path?: string },
    password: ReadOnlyPassword,
  ) => {
    const proxy = await startPathProxy({ path: '/', target: server.url, ...options })
    const results = await runAll(proxy.url, password)
    proxy.close()
    return results
  }
  const passed = ['address', 'signIn', 'subscriptions', 'unread', 'entries', 'readOnly']
  const unread = async () =>
    ((await (await ada.request('/reads/total-count')).json()) as { data: { count: number } }).data.count

  test('passes in every step, directly and through a proxy, and marks nothing', async () => {
    const before = await unread()
    expect(before).toBeGreaterThan(0)
    const password = await create(ada)
    const all = { greader: passed, miniflux: passed, fever: passed }
    expect(await runAll(server.url, password)).toEqual(all)
    expect(await through({}, password)).toEqual(all)
    expect(await unread()).toBe(before)
  })

  test('finds a proxy that removes the Authorization header', async () => {
    expect(await through({ dropped: ['authorization'] }, await create(ada))).toEqual({
      greader: ['address', 'signIn: headerRemoved 401'],
      miniflux: ['address', 'signIn: headerRemoved 401'],
      fever: passed,
    })
  })

  test('finds a proxy that removes the body of requests', async () => {
    expect(await through({ dropsBody: true }, await create(ada))).toEqual({
      greader: ['address', 'signIn: refused 401'],
      miniflux: ['address', 'signIn: refused 401'],
      fever: ['address', 'signIn: formRemoved 200'],
    })
  })

  test('finds a proxy that passes on a part of the paths', async () => {
    expect(await through({ path: '/api/' }, await create(ada))).toEqual({
      greader: passed,
      miniflux: ['address: notPassedOn 404'],
      fever: passed,
    })
  })

  test.each([
    [302, { location: 'https://login.example/' }, 'frontSignIn 302'],
    [401, { 'www-authenticate': 'Basic' }, 'frontSignIn 401'],
    [200, { 'content-type': 'text/html' }, 'elsewhere 200'],
    [403, {}, 'status 403'],
    [502, {}, 'status 502'],
  ])('finds another server that responds with %d', async (status, headers, problem) => {
    const other = createServer((_, response) => response.writeHead(status, headers).end('<p>Hello</p>'))
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const steps = [`address: ${problem}`]
    expect(await runAll(address, await create(ada))).toEqual({
      greader: steps,
      miniflux: steps,
      fever: steps,
    })
    other.close()
    other.closeAllConnections()
    const unreachable = ['address: unreachable 0']
    expect(await run('fever', address, await create(ada))).toEqual(unreachable)
  })

  test('finds an admin who lets no app sign in', async () => {
    const closed = await startTestServer({ listen: true, env: { APP_PASSWORDS: 'off' } })
    const steps = ['address: closed 403']
    expect(await runAll(closed.url, await create(ada))).toEqual({
      greader: steps,
      miniflux: steps,
      fever: steps,
    })
    await closed.close()
  })

  test('finds a password that may mark, and one that was deleted', async () => {
    const password = await create(ada, ['read', 'mark'])
    const mayMark = [...passed.slice(0, -1), 'readOnly: mayMark 200']
    expect(await runAll(server.url, password)).toEqual({
      greader: mayMark,
      miniflux: mayMark,
      fever: mayMark,
    })
    await ada.request('/app-passwords', { method: 'DELETE', body: { id: password.id } })
    const refused = (status: number) => ['address', `signIn: refused ${status}`]
    expect(await runAll(server.url, password)).toEqual({
      greader: refused(401),
      miniflux: refused(401),
      fever: refused(200),
    })
  })

  test('neither shows nor deletes the password of another user', async () => {
    const bob = await server.signUp('bob')
    const [ofAda, ofBob] = [await create(ada), await create(bob)]
    expect((await list(bob)).map(({ id }) => id)).toEqual([ofBob.id])
    await bob.request('/app-passwords', { method: 'DELETE', body: { id: ofAda.id } })
    expect(await run('fever', server.url, ofAda)).toEqual(passed)
    await ada.request('/app-passwords', { method: 'DELETE', body: { id: ofAda.id } })
    expect((await list(ada)).map(({ id }) => id)).not.toContain(ofAda.id)
    expect(await run('greader', server.url, ofBob)).toEqual(passed)
    // A user's name with the password of another opens neither account.
    const mixed = { ...ofBob, username: ofAda.username }
    expect(await run('greader', server.url, mixed)).toEqual(['address', 'signIn: refused 401'])
  })
})
