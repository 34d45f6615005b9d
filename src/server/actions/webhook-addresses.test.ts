import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runJobs } from '../../../tests/support/jobs.ts'
import { seedEntries, seedSubscription } from '../../../tests/support/library.ts'
import { startTestServer, type TestServer, type TestUser } from '../../../tests/support/server.ts'
import { rssOf, startSite, type Site } from '../../../tests/support/site.ts'
import { kinds } from '../../../tests/support/storage.ts'
import { tokenOf } from '../../../tests/support/sync.ts'
import { tokenScopes } from '../../contract/token-scopes.ts'
import type { Rule } from '../../contract/actions.ts'
import type { ActionResult } from '../../contract/shapes.ts'
import { createFeeds, type Feeds } from '../feeds/index.ts'
import { createStoredSecrets } from '../storage/engine/stored-secrets.ts'
import { actionQueues } from './queues.ts'
import { digest } from './rules.ts'
import { sealWebhooks } from './seal-webhooks.ts'

const PATH = '/hook/T0PSECRET'

describe.each(kinds)('addresses of webhooks on %s', (kind) => {
  let server: TestServer
  let site: Site
  let feeds: Feeds
  let reader: TestUser
  let feedId: string
  let address: string
  let time = Date.UTC(2026, 5, 1)

  beforeEach(async () => {
    server = await startTestServer({ kind, env: { FETCH_ALLOW: '127.0.0.1' }, now: () => time })
    site = await startSite()
    address = `${site.url.replace('//', '//ann:S3CRET@')}${PATH}`
    publish('old')
    feeds = createFeeds(server.services)
    reader = await server.signUp()
    feedId = (await feeds.follow(`${site.url}/feed.xml`)).id
    await seedSubscription(server.storage, reader.id, feedId, { view: 0 })
  })
  afterEach(async () => {
    await feeds.stop()
    await server.close()
    site.close()
  })

  const publish = (...items: readonly string[]) => {
    site.answer = (request, response) =>
      request.method === 'POST'
        ? void response.writeHead(200).end()
        : void response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(rssOf(items))
  }
  const arrive = async (...items: readonly string[]) => {
    time += 3_600_000
    publish(...items, 'old')
    await feeds.refresh(feedId)
  }
  const work = () => runJobs(server.storage, actionQueues(server.services), time)
  const ruleTo = (url: string): Rule => ({
    name: 'send',
    condition: [],
    result: { star: true, webhooks: [url] },
  })
  const save = (rules: readonly Rule[], user: Pick<TestUser, 'request'> = reader) =>
    user.request('/actions', { method: 'PUT', body: { rules } })
  const dataOf = async <T>(answer: Promise<Response>): Promise<T> =>
    ((await (await answer).json()) as { data: T }).data
  const shownTo = async (user: Pick<TestUser, 'request'>) => ({
    rules: (await dataOf<{ rules: Rule[] } | undefined>(user.request('/actions')))?.rules.map(
      ({ result }) => result.webhooks,
    ),
    acts: (
      await dataOf<{ result: ActionResult; position: number | null }[]>(user.request('/actions/acts'))
    ).map(({ result, position }) => ({ webhooks: result.webhooks, position })),
    deliveries: (await dataOf<{ url: string }[]>(user.request('/actions/deliveries'))).map(({ url }) => url),
  })
  /** Everything that the database holds. */
  const stored = async (): Promise<string> => {
    const { db } = server.storage
    const tables = (await db.introspection.getTables()).filter(({ isView }) => !isView)
    const all = await Promise.all(tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db)))
    return JSON.stringify(all.map(({ rows }) => rows))
  }
  const requested = () => site.requests.filter(({ path }) => path === PATH)

  test('are nowhere stored in the clear, and the owner sees them', async () => {
    await save([ruleTo(address)])
    await arrive('one')
    await work()
    await reader.request('/actions/run', { method: 'POST', body: {} })
    await work()
    expect(requested().map(({ headers }) => headers.authorization)).toEqual([
      `Basic ${Buffer.from('ann:S3CRET').toString('base64')}`,
    ])
    expect(await shownTo(reader)).toEqual({
      rules: [[address]],
      acts: [
        { webhooks: [address], position: 0 },
        { webhooks: [address], position: 0 },
      ],
      deliveries: [address],
    })
    expect(await shownTo(await server.signUp())).toEqual({ rules: undefined, acts: [], deliveries: [] })
    expect(await stored()).not.toMatch(/T0PSECRET|S3CRET/)
  })

  test('do not travel with entries, exports, or what an app may undo', async () => {
    await save([ruleTo(address)])
    await arrive('one')
    const reads = await tokenOf(server, reader, { scopes: ['read'] })
    const entries = await reads.request('/entries', { method: 'POST', body: { view: 0 } })
    const text = await entries.text()
    expect(text).toContain('"settings":{"star":true}')
    expect(text).not.toMatch(/T0PSECRET|sealed:/)
    expect((await reads.request('/actions')).status).toBe(403)
    expect(await (await reader.request('/subscriptions/export')).text()).not.toMatch(/T0PSECRET|sealed:/)
    const manages = await tokenOf(server, reader, { scopes: tokenScopes })
    const refused = await save([], manages)
    const { data } = (await refused.json()) as { data: { confirmation: string } }
    const headers = { 'x-confirmation': data.confirmation }
    await manages.request('/actions', { method: 'PUT', body: { rules: [] }, headers })
    expect((await shownTo(reader)).rules).toEqual([])
    expect(await stored()).not.toMatch(/T0PSECRET|S3CRET/)
    const [use] = await dataOf<{ id: string }[]>(reader.request('/token-uses?changes=true'))
    await reader.request('/token-uses/undo', { method: 'POST', body: { id: use?.id } })
    expect((await shownTo(reader)).rules).toEqual([[address]])
  })

  test('of older versions work, and are sealed at the next start', async () => {
    const { storage, services } = server
    const { db } = storage
    const rule = ruleTo(address)
    await save([])
    const [entryId = ''] = await seedEntries(storage, feedId, [{}])
    const rules = JSON.stringify([{ name: 'none', condition: [], result: { webhooks: [] } }, rule])
    const result = JSON.stringify(rule.result)
    const times = { createdAt: time, updatedAt: time }
    await db.updateTable('actions').set({ rules }).execute()
    const run = {
      id: 'r',
      userId: reader.id,
      rules,
      reached: '',
      examined: 0,
      touched: 0,
      state: 'done',
    } as const
    await db
      .insertInto('actionRuns')
      .values({ ...run, createdAt: 0 })
      .execute()
    const act = {
      userId: reader.id,
      entryId,
      rule: digest(rule),
      name: 'send',
      position: 1,
      cause: 'run',
    } as const
    const changed = { starred: 0, marked: 0, labels: null, run: 'r', at: time } as const
    await db
      .insertInto('ruleActs')
      .values({ ...act, ...changed, result })
      .execute()
    await db.insertInto('entryActions').values({ userId: reader.id, entryId, result, blocked: 0 }).execute()
    const delivery = {
      id: 'd',
      userId: reader.id,
      entryId,
      url: address,
      plugin: null,
      action: null,
      operand: null,
    }
    const state = { state: 'failed', attempts: 1, status: null, message: null, words: null } as const
    await db
      .insertInto('webhookDeliveries')
      .values({ ...delivery, ...state, ...times })
      .execute()

    const shown = {
      rules: [[], [address]],
      acts: [{ webhooks: [address], position: 1 }],
      deliveries: [address],
    }
    expect(await shownTo(reader)).toEqual(shown)
    await sealWebhooks(services)
    const sealed = await stored()
    expect(sealed).not.toMatch(/T0PSECRET|S3CRET/)
    expect(await shownTo(reader)).toEqual(shown)
    const { result: outcome } = await db.selectFrom('entryActions').select('result').executeTakeFirstOrThrow()
    expect(JSON.parse(outcome)).toEqual({ star: true })

    // The next start finds nothing, and later ones do not search.
    await sealWebhooks(services)
    expect((await db.selectFrom('serverKeys').select('name').execute()).map(({ name }) => name)).toContain(
      'addresses of webhooks are sealed',
    )
    await arrive('one')
    await work()
    expect(requested()).toHaveLength(1)
  })

  test('that another server sealed are not there any more', async () => {
    const other = createStoredSecrets('the secret of another server', 'secrets of inboxes and webhooks')
    const rules = JSON.stringify([ruleTo(other.close(address))])
    await save([])
    await server.storage.db.updateTable('actions').set({ rules }).execute()
    expect((await shownTo(reader)).rules).toEqual([[]])
    await arrive('one')
    await work()
    expect(requested()).toEqual([])
  })
})
