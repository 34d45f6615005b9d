import { afterEach, describe, expect, test } from 'vitest'
import { seedFeed } from '../../../tests/support/library.ts'
import { startTestServer, type RequestOptions, type TestServer } from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'
import { enqueue } from '../jobs/jobs.ts'
import { putBackup } from '../storage/processes/backups.ts'

let server: TestServer
let later = 0
afterEach(async () => {
  later = 0
  await server.close()
})
const send = (method: string, body: unknown = {}): RequestOptions => ({ method, body })
const dataOf = async (answer: Promise<Response>) =>
  ((await (await answer).json()) as { data: Record<string, unknown> }).data
const event = {
  client_id: 'c',
  user_id: 'u',
  user_properties: {},
  events: [{ name: 'entry_read', params: { view: 1 } }],
}

describe.each(kinds)('what operators ask, on %s', (kind) => {
  test('is visible to admins only', async () => {
    server = await startTestServer({ kind })
    const [admin, bob] = [await server.signUp('admin'), await server.signUp('bob')]
    const calls = [
      ['GET', '/metrics'],
      ['GET', '/metrics/pools'],
      ['GET', '/probes/postgresql'],
      ['GET', '/probes/redis'],
      ['GET', '/probes/bullmq'],
      ['POST', '/admin/clean'],
    ] as const
    for (const [method, path] of calls) {
      const init = method === 'POST' ? send('POST') : {}
      expect([path, (await server.request(path, init)).status]).toEqual([path, 401])
      const refused = await bob.request(path, init)
      expect([path, refused.status, await refused.json()]).toMatchObject([path, 403, { code: 1004 }])
      expect([path, (await admin.request(path, init)).status]).toEqual([path, 200])
    }
  })

  test('counts what is there', async () => {
    server = await startTestServer({ kind })
    const admin = await server.signUp('admin')
    await seedFeed(server.storage, { gone: 1 })
    await seedFeed(server.storage, { failures: 2 })
    await enqueue(server.storage, 'letters', 'a', {}, 0)
    await enqueue(server.storage, 'letters', 'b', {}, Date.now() + 60_000)
    await enqueue(server.storage, 'pushes', 'c', {}, 0)
    const answer = await admin.request('/metrics')
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(answer.headers.get('content-disposition')).toBeNull()
    const lines = (await answer.text()).split('\n')
    for (const line of [
      'lectern_users 1',
      'lectern_feeds 2',
      'lectern_feeds_gone 1',
      'lectern_feeds_failing 1',
      'lectern_jobs{queue="letters",state="waiting"} 2',
      'lectern_jobs{queue="letters",state="due"} 1',
    ])
      expect(lines).toContain(line)
    expect(await dataOf(admin.request('/probes/bullmq?name=pushes'))).toEqual({
      pushes: { waiting: 1, due: 1, running: 0, failing: 0 },
    })
    const { queues } = await dataOf(admin.request('/metrics/pools'))
    expect(Object.keys(queues as object)).toContain('letters')
  })

  test('reports the last nightly backup, and when one could be restored', async () => {
    server = await startTestServer({ kind, env: { BACKUP_DIR: '/nonexistent' } })
    const admin = await server.signUp('admin')
    const metrics = async () =>
      (await (await admin.request('/metrics')).text())
        .split('\n')
        .filter((line) => line.startsWith('lectern_backup'))
    const overview = async () => (await dataOf(admin.request('/admin/overview')))['backups']
    expect(await metrics()).toEqual([])
    expect(await overview()).toEqual({ isOn: true, last: null, restoredAt: null })
    const at = Date.UTC(2026, 4, 1, 3)
    const made = { day: '2026-05-01', finishedAt: at, file: 'a.backup', bytes: 10, rows: 3, message: null }
    await putBackup(server.storage, made)
    const message = 'The disk is full.'
    const failed = { ...made, day: '2026-05-02', finishedAt: at + 1000, bytes: null, rows: null, message }
    await putBackup(server.storage, failed)
    expect(await metrics()).toEqual([
      `lectern_backup_restored_timestamp_seconds ${at / 1000}`,
      'lectern_backup_failed 1',
    ])
    expect(await overview()).toEqual({
      isOn: true,
      last: { at: '2026-05-01T03:00:01.000Z', file: 'a.backup', bytes: null, rows: null, message },
      restoredAt: '2026-05-01T03:00:00.000Z',
    })
  })

  test('cleans up what is over and nothing else', async () => {
    server = await startTestServer({ kind, now: () => Date.now() + later })
    const admin = await server.signUp('admin')
    await server.storage.db
      .insertInto('notices')
      .values([
        { id: 'old', userId: admin.id, at: 1, payload: '{}' },
        { id: 'new', userId: admin.id, at: Date.now(), payload: '{}' },
      ])
      .execute()
    expect(await dataOf(admin.request('/admin/clean', send('POST')))).toMatchObject({
      session: 0,
      notices: 1,
    })
    expect((await admin.request('/settings')).status).toBe(200)
  })
})

describe.each(kinds)('events of use on %s', (kind) => {
  test('succeed for every user, are stored with consent, and deleted when it is withdrawn', async () => {
    server = await startTestServer({ kind })
    const [ada, bob] = [await server.signUp('ada'), await server.signUp('bob')]
    const stored = () => server.storage.db.selectFrom('usageEvents').select(['userId', 'name']).execute()
    for (const who of [server, ada, bob])
      expect((await who.request('/data/g', send('POST', event))).status).toBe(200)
    expect(await stored()).toEqual([])
    await ada.request('/data/consent', send('PUT', { allowed: true }))
    for (const who of [server, ada, bob]) await who.request('/data/g', send('POST', event))
    expect(await stored()).toEqual([{ userId: ada.id, name: 'entry_read' }])
    expect(await dataOf(ada.request('/data/consent'))).toEqual({ allowed: true, kept: 1 })
    expect(await dataOf(bob.request('/data/consent'))).toEqual({ allowed: false, kept: 0 })
    await ada.request('/data/consent', send('PUT', { allowed: false }))
    expect(await stored()).toEqual([])
    expect((await ada.request('/data/consent', send('PUT', { allowed: 'maybe' }))).status).toBe(400)
    // Clients log an error for each refused event, so no event of any form may be refused.
    for (const events of [
      [{ name: 'a', params: null }],
      [{ params: {} }],
      'a',
      Array.from({ length: 101 }, () => event),
    ])
      expect((await ada.request('/data/g', send('POST', { client_id: 1, events }))).status).toBe(200)
    expect((await server.request('/data/consent')).status).toBe(401)
  })
})
