import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'
import { tokenOf } from '../../../tests/support/sync.ts'
import type { JobGroup } from '../../contract/jobs.ts'
import { enqueue, enqueueAll } from '../jobs/jobs.ts'
import { createRunner } from '../jobs/runner.ts'
import { createLog } from '../log.ts'
import { putJobRun } from '../storage/processes/plugin-jobs.ts'

/** Until the jobs have run. */
const WAIT = { timeout: 60_000, interval: 50 }

/** All enqueued jobs without the finished one. */
const LEFT = 6

describe.each(kinds)('the list of jobs on %s', (kind) => {
  let server: TestServer
  let [ada, bob]: [TestUser, TestUser] = [] as never
  const now = Date.UTC(2026, 10, 1)
  const later = now + 3_600_000
  const iso = (ms: number) => new Date(ms).toISOString()

  beforeAll(async () => {
    server = await startTestServer({ kind, now: () => now })
    ;[ada, bob] = [await server.signUp('ada'), await server.signUp('bob')]
    const { storage } = server
    await enqueueAll(storage, 'letters', [{ key: 'a', payload: null }], later)
    await enqueue(storage, 'webhooks', 'first', null, now, ada.id)
    await enqueue(storage, 'webhooks', 'second', null, later, ada.id)
    await enqueue(storage, 'webhooks', 'other', null, now, bob.id)
    for (const name of ['wave', 'nod'])
      await enqueue(storage, 'plugin-jobs', `${bob.id} hello ${name}`, null, now, bob.id)
    await putJobRun(storage, bob.id, 'hello', { name: 'nod', at: now, words: { key: 'tooTired' } })
    const runner = createRunner({
      storage,
      log: createLog('silent'),
      now: () => now,
      queues: {
        webhooks: {
          run: async ({ key }) => {
            if (key === 'first') throw new Error('The webhook answered 500')
          },
        },
        'plugin-jobs': { concurrency: 2, run: async () => ({ runAt: later }) },
        retention: { every: 60_000, run: async () => undefined },
      },
    })
    await runner.start()
    const rows = () => storage.db.selectFrom('jobs').select(['key', 'ranAt']).execute()
    const ran = [`${bob.id} hello nod`, `${bob.id} hello wave`, 'first', 'round']
    await vi.waitUntil(async () => {
      const stored = await rows()
      const ended = stored.flatMap(({ key, ranAt }) => (ranAt === null ? [] : [key]))
      return ended.length === ran.length && ran.every((key) => ended.includes(key)) && stored.length === LEFT
    }, WAIT)
    await runner.stop(1000)
  }, 120_000)
  afterAll(() => server.close())

  const list = async (user: TestUser, all = false) =>
    ((await (await user.request(`/jobs${all ? '?all=true' : ''}`)).json()) as { data: JobGroup[] }).data
  const group = { plugin: null, name: null, count: 1, running: 0, failing: 0, failure: null, words: null }

  test('is of the user alone, with what failed and when it is tried again', async () => {
    const [own, ...others] = await list(ada)
    expect(others).toEqual([])
    const failure = 'The webhook answered 500'
    expect(own).toMatchObject({
      ...group,
      queue: 'webhooks',
      count: 2,
      failing: 1,
      lastAt: iso(now),
      failure,
    })
    expect(own?.milliseconds).toBe(0)
    const nextAt = Date.parse(own?.nextAt ?? '')
    expect(nextAt).toBeGreaterThan(now)
    expect(nextAt).toBeLessThan(later)
  })

  test('names each job of a plugin, and why it failed in the plugin’s words', async () => {
    const ran = { ...group, queue: 'plugin-jobs', plugin: 'hello', nextAt: iso(later), lastAt: iso(now) }
    expect(await list(bob)).toMatchObject([
      { ...ran, name: 'nod', words: { key: 'tooTired' } },
      { ...ran, name: 'wave' },
    ])
  })

  test('is of the whole server for an admin, by queue, and for nobody else', async () => {
    expect(await list(ada, true)).toMatchObject([
      { ...group, queue: 'letters', nextAt: iso(later), lastAt: null, milliseconds: null },
      { ...group, queue: 'plugin-jobs', count: 2, nextAt: iso(later), lastAt: iso(now) },
      { ...group, queue: 'retention', nextAt: iso(now + 60_000), lastAt: iso(now), milliseconds: 0 },
      { ...group, queue: 'webhooks', count: 2, failing: 1, failure: 'The webhook answered 500' },
    ])
    expect((await bob.request('/jobs?all=true')).status).toBe(403)
    expect((await server.request('/jobs')).status).toBe(401)
    const token = await tokenOf(server, ada, { scopes: ['read', 'manage'] })
    expect((await token.request('/jobs')).status).toBe(403)
  })

  test('counts what runs, and has no next time where all of it runs', async () => {
    await server.storage.db
      .updateTable('jobs')
      .set({ lease: now + 1000 })
      .where('userId', '=', ada.id)
      .execute()
    expect(await list(ada)).toMatchObject([{ queue: 'webhooks', count: 2, running: 2, nextAt: null }])
  })
})
