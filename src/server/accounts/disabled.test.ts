import { expect, test } from 'vitest'
import { seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { startPluginServer, type PluginServer } from '../../../tests/support/plugin-server.ts'
import { runJobs } from '../../../tests/support/jobs.ts'
import { pushSubscription } from '../../../tests/support/push-subscription.ts'
import { startTestServer, type TestUser } from '../../../tests/support/server.ts'
import { startSite } from '../../../tests/support/site.ts'
import { kinds, openTestStorage, seedUser } from '../../../tests/support/storage.ts'
import { DELIVERY_QUEUE, NOTICE_QUEUE } from '../actions/queue-names.ts'
import { actionQueues } from '../actions/queues.ts'
import { enqueue } from '../jobs/jobs.ts'
import { notifyOfEntry, pushQueues } from '../messaging/queue.ts'
import { deliveriesOf, insertDelivery, putActions, readersWithRules } from '../storage/actions/actions.ts'
import { inboxByHandle } from '../storage/lists/inboxes.ts'
import { activeAccount, isDisabled, profileByName } from '../storage/accounts/users.ts'

const MINUTE = 60_000
let now = Date.now()
let plugin: PluginServer

test('a disabled account is closed to the outside, and does nothing by itself', async () => {
  plugin = await startPluginServer('beacon', 'sqlite', {
    now: () => now,
    env: { INBOX_DOMAIN: 'in.example' },
  })
  const { server, user } = plugin
  const admin = await server.signUp('admin')
  const { db } = server.storage
  await db.updateTable('user').set({ admin: true }).where('id', '=', admin.id).execute()
  const post = (path: string, body: object, who: TestUser = user) =>
    who.request(path, { method: 'POST', body })
  await post('/better-auth/update-user', { handle: 'ada' })
  await post('/inboxes', { handle: 'letters' })
  const { data: inbox } = (await (await user.request('/inboxes?handle=letters')).json()) as {
    data: { secret: string }
  }
  const feedId = await seedFeed(server.storage)
  await seedSubscription(server.storage, user.id, feedId)
  await seedEntries(server.storage, feedId, [{}])
  const rules = [{ name: 'Star', condition: [], result: { star: true } }]
  await user.request('/actions', { method: 'PUT', body: { rules } })
  await plugin.set({ values: { enableBeacon: true } })

  const statuses = async () => ({
    profile: (await server.request('/profiles?handle=ada')).status,
    page: (await server.app.request('/share/users/%40ada', { headers: { accept: 'text/html' } })).status,
    subscriptions: (await admin.request(`/subscriptions?userId=${user.id}`)).status,
    lists: (await admin.request(`/lists/list?userId=${user.id}`)).status,
    webhook: (
      await server.request('/inboxes/webhook', {
        method: 'POST',
        headers: { 'x-follow-handle': 'letters', 'x-follow-secret': inbox.secret },
        body: { guid: String(now), title: 'A', publishedAt: new Date(now).toISOString() },
      })
    ).status,
    mailbox: (await inboxByHandle(server.storage, 'letters')) !== undefined,
    rules: (await readersWithRules(server.storage, feedId)).length,
  })
  const runsAt = async () => {
    await plugin.runJobs()
    const { at } = await db.selectFrom('pluginJobs').select('at').executeTakeFirstOrThrow()
    return Number(at)
  }
  const setDisabled = async (disabled: boolean) =>
    expect(
      (await admin.request('/admin/users', { method: 'PATCH', body: { id: user.id, disabled } })).status,
    ).toBe(200)

  const open = {
    profile: 200,
    page: 200,
    subscriptions: 200,
    lists: 200,
    webhook: 200,
    mailbox: true,
    rules: 1,
  }
  expect(await statuses()).toEqual(open)
  const before = await runsAt()
  expect(before).toBe(now)
  await setDisabled(true)
  now += 61 * MINUTE
  expect(await statuses()).toEqual({
    profile: 404,
    page: 404,
    subscriptions: 404,
    lists: 404,
    webhook: expect.toSatisfy((status: number) => status === 403 || status === 404),
    mailbox: false,
    rules: 0,
  })
  expect(await runsAt()).toBe(before)
  await setDisabled(false)
  now += 61 * MINUTE
  expect(await statuses()).toEqual(open)
  expect(await runsAt()).toBe(now)
  await plugin.close()
})

test.each([
  { disabled: false, requested: ['/hook', '/push'], told: 1, states: [['delivered', null]] },
  {
    disabled: true,
    requested: [],
    told: 0,
    states: [['failed', 'The account was disabled before it was sent']],
  },
])(
  'webhooks, notices and push messages that were on their way, disabled $disabled',
  async ({ disabled, requested, told, states }) => {
    const server = await startTestServer({ env: { FETCH_ALLOW: '127.0.0.1' } })
    const site = await startSite()
    site.answer = (_, response) => void response.writeHead(201).end()
    const { storage, services } = server
    const { id: userId, request } = await server.signUp('ada')
    const at = services.now()
    const feedId = await seedFeed(storage)
    await seedSubscription(storage, userId, feedId)
    const [entryId = ''] = await seedEntries(storage, feedId, [{}])
    await request('/actions', { method: 'PUT', body: { rules: [] } })
    const url = services.secrets.close(`${site.url}/hook`)
    const target = { url, plugin: null, action: null, operand: null }
    await insertDelivery(storage, { id: 'd', userId, entryId, ...target, now: at })
    await enqueue(storage, DELIVERY_QUEUE, 'd', { delivery: 'd' }, at, userId)
    await enqueue(storage, NOTICE_QUEUE, 'n', { userId, entryId, view: 0 }, at, userId)
    const { token } = pushSubscription(`${site.url}/push`)
    await request('/messaging', { method: 'POST', body: { token, channel: 'web' } })
    await notifyOfEntry(services, { userId, entryId, feedId, view: 0, title: 'A', description: '' })
    await storage.db.updateTable('user').set({ deleted: disabled }).where('id', '=', userId).execute()

    const notices: unknown[] = []
    const queues = {
      ...actionQueues(services, [async (notice) => void notices.push(notice)]),
      ...pushQueues(services),
    }
    expect((await runJobs(storage, queues, at + 60_000)).failed).toEqual([])
    expect(site.requests.map(({ path }) => path).toSorted()).toEqual(requested)
    expect(notices).toHaveLength(told)
    expect((await deliveriesOf(storage, userId, 9)).map(({ state, message }) => [state, message])).toEqual(
      states,
    )
    site.close()
    await server.close()
  },
)

test.each(kinds)(
  'its profile, its inbox, its rules and its reports are found no more on %s',
  async (kind) => {
    const storage = await openTestStorage(kind)
    const userId = await seedUser(storage, { handle: 'ada' })
    const feedId = await seedFeed(storage)
    await seedSubscription(storage, userId, feedId)
    await storage.db
      .insertInto('inboxes')
      .values({ name: 'letters', handle: 'letters', userId, feedId, secret: 's', title: null, createdAt: 1 })
      .execute()
    await putActions(storage, {
      userId,
      rules: '[{}]',
      watchesStatus: 0,
      createdAt: 1,
      updatedAt: 1,
      secret: 's',
    })
    const found = async () => [
      await isDisabled(storage, userId),
      (await profileByName(storage, 'ada', null)) !== null,
      (await inboxByHandle(storage, 'letters')) !== undefined,
      (await readersWithRules(storage, feedId)).length,
      (await activeAccount(storage, userId)) === null ? 0 : 1,
    ]
    const { db } = storage
    expect(await found()).toEqual([false, true, true, 1, 1])
    await db.updateTable('user').set({ deleted: true }).where('id', '=', userId).execute()
    expect(await found()).toEqual([true, false, false, 0, 0])
    await db.updateTable('user').set({ deleted: false }).where('id', '=', userId).execute()
    expect(await found()).toEqual([false, true, true, 1, 1])
    await storage.close()
  },
)
