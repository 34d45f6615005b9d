import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestUser, type TestServer } from '../../../../tests/support/server.ts'
import { kinds } from '../../../../tests/support/storage.ts'
import { createStoredSecrets, sealOpenSecrets } from './stored-secrets.ts'

test('a secret comes out as it went in, and for the same server and use only', () => {
  const secrets = createStoredSecrets('the secret of a server', 'one use')
  const stored = secrets.close('open sesame')
  expect(stored).not.toContain('sesame')
  expect(secrets.open(stored)).toBe('open sesame')
  expect(secrets.open('not sealed yet')).toBe('not sealed yet')
  expect(createStoredSecrets('the secret of a server', 'another use').open(stored)).toBeNull()
  expect(createStoredSecrets('another secret', 'one use').open(stored)).toBeNull()
  expect(secrets.open(`${stored.slice(0, -4)}AAAA`)).toBeNull()
})

describe.each(kinds)('secrets of inboxes and webhooks on %s', (kind) => {
  let server: TestServer
  let ann: TestUser
  beforeEach(async () => {
    server = await startTestServer({ kind })
    ann = await server.signUp('ann')
    await ann.request('/inboxes', { method: 'POST', body: { handle: 'ann' } })
    await ann.request('/actions', { method: 'PUT', body: { rules: [] } })
  })
  afterEach(() => server.close())

  const dataOf = async <T>(path: string): Promise<T> =>
    ((await (await ann.request(path)).json()) as { data: T }).data
  const shown = async (): Promise<string[]> => [
    (await dataOf<{ secret: string }>('/inboxes?handle=ann')).secret,
    (await dataOf<{ secret: string }>('/actions/webhook-secret')).secret,
  ]
  const stored = async (): Promise<string[]> => {
    const { db } = server.storage
    const inbox = await db.selectFrom('inboxes').select('secret').executeTakeFirstOrThrow()
    const actions = await db.selectFrom('actions').select('secret').executeTakeFirstOrThrow()
    return [inbox.secret, actions.secret]
  }
  const put = async (secret: string): Promise<number> => {
    const headers = { 'x-follow-handle': 'ann', 'x-follow-secret': secret }
    const body = { guid: 'one', publishedAt: new Date(0).toISOString(), title: 'One' }
    return (await server.request('/inboxes/webhook', { method: 'POST', headers, body })).status
  }
  const seal = async (): Promise<void> => {
    const { storage, services } = server
    const column = 'secret'
    await sealOpenSecrets(storage, { table: 'inboxes', key: 'name', column }, services.secrets)
    await sealOpenSecrets(storage, { table: 'actions', key: 'userId', column }, services.secrets)
  }

  test('are shown to their owner, work, and are nowhere stored in the clear', async () => {
    const [inbox = '', webhook = ''] = await shown()
    expect(inbox).toMatch(/^[\w-]{32}$/)
    expect(webhook).toMatch(/^whsec_/)
    for (const text of await stored()) expect(text).toMatch(/^sealed:/)
    expect((await stored()).join()).not.toMatch(new RegExp(`${inbox}|whsec_`))
    expect([await put(inbox), await put((await stored())[0] ?? ''), await put('')]).toEqual([200, 403, 403])
    const renewed = await ann.request('/actions/webhook-secret', { method: 'POST' })
    const { data } = (await renewed.json()) as { data: { secret: string } }
    expect((await shown())[1]).toBe(data.secret)
    expect((await stored())[1]).not.toContain(data.secret)
  })

  test('that were stored before there were seals work, and are sealed at the next start, once', async () => {
    const { db } = server.storage
    await db.updateTable('inboxes').set({ secret: 'an-old-secret' }).execute()
    await db.updateTable('actions').set({ secret: 'whsec_b2xk' }).execute()
    expect(await put('an-old-secret')).toBe(200)
    expect(await shown()).toEqual(['an-old-secret', 'whsec_b2xk'])
    await seal()
    const once = await stored()
    expect(once.join()).not.toMatch(/an-old-secret|whsec_/)
    expect(await put('an-old-secret')).toBe(200)
    expect(await shown()).toEqual(['an-old-secret', 'whsec_b2xk'])
    await seal()
    expect(await stored()).toEqual(once)
  })

  test('that another server sealed open nothing, and can be replaced', async () => {
    const other = createStoredSecrets('the secret of another server', 'secrets of inboxes and webhooks')
    const secret = other.close('lost')
    await server.storage.db.updateTable('inboxes').set({ secret }).execute()
    await server.storage.db.updateTable('actions').set({ secret }).execute()
    for (const guess of ['', 'lost', secret]) expect(await put(guess)).toBe(403)
    expect(await shown()).toEqual(['', null])
    expect((await ann.request('/actions/webhook-secret', { method: 'POST' })).status).toBe(200)
    expect((await shown())[1]).toMatch(/^whsec_/)
  })
})
