import { createECDH, createVerify, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pushSubscription } from '../../../tests/support/push-subscription.ts'
import { startTestServer, type RequestOptions, type TestServer } from '../../../tests/support/server.ts'
import { startSite, type Site } from '../../../tests/support/site.ts'
import { claim } from '../jobs/jobs.ts'
import { vapidKeys } from '../messaging/push.ts'
import { pushQueues, notifyOfEntry } from '../messaging/queue.ts'

let server: TestServer
let service: Site
let later = 0
beforeEach(async () => {
  later = 0
  service = await startSite()
  service.answer = (_, response) => void response.writeHead(201).end()
})
afterEach(async () => {
  service.close()
  await server.close()
})

const start = async (env: Record<string, string> = {}) => {
  const open = { FETCH_ALLOW: '127.0.0.1', LOG_LEVEL: 'silent', ...env }
  server = await startTestServer({ env: open, now: () => Date.now() + later })
}
const send = (method: string, body: unknown): RequestOptions => ({ method, body })

/** A browser: its keys, and the subscription that the page gets. */
function browser(path = '/push/one') {
  const ecdh = createECDH('prime256v1')
  const p256dh = ecdh.generateKeys('base64url')
  const auth = randomBytes(16).toString('base64url')
  return JSON.stringify({ endpoint: `${service.url}${path}`, expirationTime: null, keys: { p256dh, auth } })
}
const state = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { code: number; reason?: string }).reason ?? null,
]
const entry = { entryId: '1', feedId: '2', view: 3, title: 'A title', description: 'x'.repeat(9000) }

/** @returns the error of each due push, or null */
async function carry(): Promise<(string | null)[]> {
  const { run } = pushQueues(server.services)['pushes'] ?? { run: async () => undefined }
  const jobs = await claim(server.storage, 'pushes', { count: 20, leaseMs: 1, now: Date.now() + later })
  return Promise.all(
    jobs.map((job) =>
      run(job, AbortSignal.timeout(10_000)).then(
        () => null,
        (cause: Error) => cause.message,
      ),
    ),
  )
}

describe('devices', () => {
  test('are added, listed and removed by their user only', async () => {
    await start()
    const [ada, bob] = [await server.signUp('ada'), await server.signUp('bob')]
    const [one, two] = [browser('/one'), browser('/two')]
    for (const token of [one, two, one])
      await ada.request('/messaging', send('POST', { token, channel: 'web' }))
    await ada.request('/messaging', send('POST', { token: 'of another service', channel: 'ios' }))
    const list = async (who: typeof ada) =>
      ((await (await who.request('/messaging')).json()) as { data: { token: string; userId: string }[] }).data
    expect((await list(ada)).map(({ token }) => token).toSorted()).toEqual(
      [one, two, 'of another service'].toSorted(),
    )
    expect(await list(bob)).toEqual([])
    await bob.request('/messaging', send('DELETE', { channel: 'web', token: one }))
    expect(await list(ada)).toHaveLength(3)
    await ada.request('/messaging', send('DELETE', { channel: 'web', token: one }))
    expect(await list(ada)).toHaveLength(2)
    await bob.request('/messaging', send('POST', { token: two, channel: 'web' }))
    expect(await list(ada)).toHaveLength(1)
    await ada.request('/messaging', send('DELETE', { channel: 'ios' }))
    expect(await list(ada)).toEqual([])
    expect((await server.request('/messaging')).status).toBe(401)
    for (const wrong of [
      { token: 'x', channel: 'fridge' },
      { channel: 'web' },
      { token: '', channel: 'web' },
      { token: 'x', channel: 'web' },
      { token: '{"endpoint":"https://push.example/1"}', channel: 'web' },
    ])
      expect((await ada.request('/messaging', send('POST', wrong))).status).toBe(400)
  })

  test("get a test message signed with the server's published key", async () => {
    await start()
    const ada = await server.signUp('ada')
    const { data } = (await (await ada.request('/messaging/key')).json()) as { data: { publicKey: string } }
    await ada.request('/messaging', send('POST', { token: browser(), channel: 'web' }))
    expect(await (await ada.request('/messaging/test?channel=web')).json()).toEqual({ code: 0 })
    const { headers, path } = service.requests[0] ?? { headers: {}, path: '' }
    expect(path).toBe('/push/one')
    expect(headers['content-encoding']).toBe('aes128gcm')
    const [, token = '', key] = /^vapid t=(.+), k=(.+)$/.exec(String(headers.authorization)) ?? []
    expect(key).toBe(data.publicKey)
    expect(signedBy(token, data.publicKey)).toBe(true)
    expect(await vapidKeys(server.storage)).toEqual(await vapidKeys(server.storage))
  })

  test('get messages that only they can open, and that name the entry', async () => {
    await start()
    const ada = await server.signUp('ada')
    const device = pushSubscription(`${service.url}/push/one`)
    await ada.request('/messaging', send('POST', { token: device.token, channel: 'web' }))
    await notifyOfEntry(server.services, { userId: ada.id, ...entry })
    expect(await carry()).toEqual([null])
    const sealed = service.requests[0]?.bytes ?? Buffer.alloc(0)
    expect(sealed.includes('A title')).toBe(false)
    expect(JSON.parse(device.open(sealed))).toEqual({
      data: {
        type: 'new-entry',
        title: 'A title',
        description: 'x'.repeat(300),
        entryId: '1',
        feedId: '2',
        view: '3',
      },
    })
    const stranger = pushSubscription(`${service.url}/push/one`)
    expect(() => stranger.open(sealed)).toThrow(/authenticate/)
  })

  test('are notified of an entry once, and an expired one is dropped', async () => {
    await start()
    const ada = await server.signUp('ada')
    for (const path of ['/alive', '/gone', '/broken'])
      await ada.request('/messaging', send('POST', { token: browser(path), channel: 'web' }))
    service.answer = ({ url }, response) => {
      response.writeHead(url === '/gone' ? 410 : url === '/broken' ? 503 : 201).end()
    }
    await notifyOfEntry(server.services, { userId: ada.id, ...entry })
    await notifyOfEntry(server.services, { userId: ada.id, ...entry })
    expect((await carry()).toSorted()).toEqual(['The push service is busy.', null, null])
    expect(service.requests.map(({ path }) => path).toSorted()).toEqual(['/alive', '/broken', '/gone'])
    const left = await server.storage.db.selectFrom('devices').select('token').execute()
    expect(left.map(({ token }) => /\/(alive|gone|broken)/.exec(token)?.[1]).toSorted()).toEqual([
      'alive',
      'broken',
    ])
    later = 7 * 3_600_000
    service.requests.length = 0
    await carry()
    expect(service.requests).toEqual([])
  })
})

test('an undelivered test notification returns the reason', async () => {
  await start()
  const ada = await server.signUp('ada')
  expect(await state(await ada.request('/messaging/test'))).toEqual([
    422,
    expect.stringContaining('No device'),
  ])
  await ada.request('/messaging', send('POST', { token: 'of another service', channel: 'android' }))
  expect(await state(await ada.request('/messaging/test'))).toEqual([422, expect.stringContaining('reached')])
  service.answer = (_, response) => void response.writeHead(404).end()
  await ada.request('/messaging', send('POST', { token: browser(), channel: 'web' }))
  expect(await state(await ada.request('/messaging/test?channel=web'))).toEqual([
    422,
    expect.stringContaining('any more'),
  ])
})

test('no push goes to the inside of the network', async () => {
  await start({ FETCH_ALLOW: '' })
  const ada = await server.signUp('ada')
  await ada.request('/messaging', send('POST', { token: browser(), channel: 'web' }))
  expect((await ada.request('/messaging/test')).status).toBe(422)
  expect(service.requests).toEqual([])
})

test('a pending push for a device does not reach the next user of it', async () => {
  await start()
  const [ada, bob] = [await server.signUp('ada'), await server.signUp('bob')]
  const token = browser()
  await ada.request('/messaging', send('POST', { token, channel: 'web' }))
  await notifyOfEntry(server.services, { userId: ada.id, ...entry })
  await bob.request('/messaging', send('POST', { token, channel: 'web' }))
  expect(await carry()).toEqual([null])
  expect(service.requests).toEqual([])
})

/** ES256 of a JWT, checked with the raw public key of VAPID. */
function signedBy(token: string, publicKey: string): boolean {
  const [head, body, signature] = token.split('.')
  const raw = Buffer.from(publicKey, 'base64url')
  const [x, y] = [raw.subarray(1, 33), raw.subarray(33)].map((part) => part.toString('base64url'))
  const verify = createVerify('sha256').update(`${head}.${body}`)
  const claims = JSON.parse(Buffer.from(body ?? '', 'base64url').toString()) as { aud: string }
  expect(claims.aud).toBe(service.url)
  return verify.verify(
    { key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk', dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature ?? '', 'base64url'),
  )
}
