import { afterEach, describe, expect, test, vi } from 'vitest'
import { NOON, seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import {
  cookiesOf,
  PASSWORD,
  startTestServer,
  type TestUser,
  type TestServer,
} from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'
import { pluginMatrices } from '../../../tests/support/plugin-contract.ts'
import { paths, type CallName } from '../../contract/paths.ts'
import { liveEvent, type LiveEvent } from '../../contract/live.ts'
import { createLive } from './live.ts'
import { isBroadcast, broadcastInput } from './broadcast-rules.ts'

let server: TestServer
afterEach(() => server?.close())

/** An open client, with the events received so far. */
async function listen(who: TestUser, client = ''): Promise<{ received: LiveEvent[]; over: Promise<void> }> {
  const answer = await who.request(`/live${client ? `?client=${client}` : ''}`)
  expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/)
  const received: LiveEvent[] = []
  const over = (async () => {
    let text = ''
    for await (const part of answer.body ?? []) {
      text += new TextDecoder().decode(part)
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, type, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
        if (type) received.push(liveEvent.parse({ type, ...JSON.parse(data ?? '{}') }))
      }
    }
  })()
  await expect.poll(() => received.map(({ type }) => type)).toContain('hello')
  return { received, over }
}
const of = (received: readonly LiveEvent[], type: LiveEvent['type']) =>
  received.filter((one) => one.type === type)
const settings = (who: TestUser, from: string) =>
  who.request('/settings/general', {
    method: 'PATCH',
    body: { unreadOnly: false },
    headers: { 'x-client-id': from },
  })

describe.each(kinds)('open clients on %s', (kind) => {
  test('hear of new entries of what they follow, alone or in a list, and of nothing else', async () => {
    server = await startTestServer({ kind })
    const { storage } = server
    const [ada, bob] = [await server.signUp('ada'), await server.signUp('bob')]
    const [mine, other, listed] = [await seedFeed(storage), await seedFeed(storage), await seedFeed(storage)]
    await seedSubscription(storage, ada.id, mine)
    await seedSubscription(storage, bob.id, other)
    await storage.db
      .insertInto('lists')
      .values({ id: '77', ownerUserId: bob.id, title: 'L', view: 0, createdAt: 1, updatedAt: 1 } as never)
      .execute()
    await storage.db.insertInto('listFeeds').values({ listId: '77', feedId: listed, addedAt: 1 }).execute()
    await storage.db
      .insertInto('listSubscriptions')
      .values({ userId: ada.id, listId: '77', view: 0, createdAt: 1 } as never)
      .execute()
    const now = { insertedAt: Date.now() }
    await seedEntries(storage, mine, [now])
    const { received } = await listen(ada)
    await seedEntries(storage, other, [{ insertedAt: Date.now() }])
    await seedEntries(storage, mine, [
      { insertedAt: Date.now() },
      { insertedAt: Date.now() },
      { insertedAt: NOON },
    ])
    await expect.poll(() => of(received, 'entries')).toEqual([{ type: 'entries', feeds: { [mine]: 2 } }])
    await seedEntries(storage, listed, [{ insertedAt: Date.now() - 5000 }])
    await expect.poll(() => of(received, 'entries')).toHaveLength(2)
    expect(of(received, 'entries')[1]).toEqual({ type: 'entries', feeds: { [listed]: 1 } })
  })

  test('receive the changes of another device of the same user, and not their own', async () => {
    server = await startTestServer({ kind })
    const [ada, bob] = [await server.signUp('ada'), await server.signUp('bob')]
    const [desk, phone] = [await listen(ada, 'desk'), await listen(ada, 'phone')]
    const stranger = await listen(bob)
    await settings(ada, 'desk')
    const notifications = {
      type: 'changed',
      call: 'settings.update',
      input: { tab: 'general', unreadOnly: false },
      from: 'desk',
    }
    await expect.poll(() => of(phone.received, 'changed')).toEqual([notifications])
    expect((await ada.request('/reads', { method: 'POST', body: { entryIds: 7 } })).status).toBe(400)
    await settings(ada, 'phone')
    await expect.poll(() => of(desk.received, 'changed')).toEqual([{ ...notifications, from: 'phone' }])
    expect(of(phone.received, 'changed')).toHaveLength(1)
    expect(of(stranger.received, 'changed')).toEqual([])
  })

  test('are let go when their session ends, and when the server stops', async () => {
    server = await startTestServer({ kind })
    const [ada, bob] = [await server.signUp('ada'), await server.signUp('bob')]
    const [first, second] = [await listen(ada), await listen(bob)]
    await ada.request('/better-auth/sign-out', { method: 'POST', body: {} })
    await first.over
    expect(first.received.at(-1)).toEqual({ type: 'bye' })
    expect(server.services.live.size()).toBe(1)
    server.services.live.stop()
    await second.over
    expect(server.services.live.size()).toBe(0)
  })
})

describe.each(kinds)('a session that is over on %s', (kind) => {
  const ends: Readonly<Record<string, (who: TestUser) => Promise<unknown>>> = {
    'taken away by another process': (who) =>
      server.storage.db.deleteFrom('session').where('userId', '=', who.id).execute(),
    'run out': (who) =>
      server.storage.db
        .updateTable('session')
        .set({ expiresAt: kind === 'sqlite' ? new Date(1).toISOString() : new Date(1) })
        .where('userId', '=', who.id)
        .execute(),
    'of a deleted account': (who) =>
      server.storage.db
        .updateTable('user')
        .set({ deleted: kind === 'sqlite' ? 1 : true } as never)
        .where('id', '=', who.id)
        .execute(),
    'ended by another device': async (who) => {
      const body = { email: who.email, password: PASSWORD }
      const headers = {
        cookie: cookiesOf(await server.request('/better-auth/sign-in/email', { method: 'POST', body })),
      }
      await server.request('/better-auth/revoke-other-sessions', { method: 'POST', body: {}, headers })
    },
  }
  test.each(Object.keys(ends))('%s ends its stream, and no other', async (text) => {
    server = await startTestServer({ kind })
    const [ada, bob] = [await server.signUp('ada'), await server.signUp('bob')]
    const [first, second] = [await listen(ada), await listen(bob)]
    await ends[text]?.(ada)
    await first.over
    expect(first.received.at(-1)).toEqual({ type: 'bye' })
    expect(server.services.live.size()).toBe(1)
    expect(second.received.map(({ type }) => type)).toEqual(['hello'])
  })

  test('is seen at once where it ended, before the next look', async () => {
    server = await startTestServer({ kind })
    const { storage, log } = server.services
    const ada = await server.signUp('ada')
    const { id } = await storage.db.selectFrom('session').select('id').executeTakeFirstOrThrow()
    const live = createLive({ storage, log, now: Date.now, pollMs: 1e9, beatMs: 1e9 })
    await live.listen({ userId: ada.id, sessionId: id, client: null })
    await live.checkSessions()
    expect(live.size()).toBe(1)
    await storage.db.deleteFrom('session').execute()
    await live.checkSessions()
    expect(live.size()).toBe(0)
    live.stop()
  })
})

test('signing out reaches the streams of this process, without waiting for their next poll', async () => {
  server = await startTestServer()
  const checked = vi.spyOn(server.services.live, 'checkSessions')
  const ada = await server.signUp('ada')
  checked.mockClear()
  const response = await ada.request('/better-auth/sign-out', { method: 'POST', body: {} })
  // The device may have another session by the response, and is not told of the earlier one before.
  expect(checked).not.toHaveBeenCalled()
  await response.text()
  expect(checked).toHaveBeenCalledOnce()
})

test('a change in one process is received by another on the same PostgreSQL, once', async () => {
  server = await startTestServer({ kind: 'pglite' })
  const ada = await server.signUp('ada')
  const { storage, log } = server.services
  const elsewhere = createLive({ storage, log, now: Date.now })
  const { received } = await listen(ada)
  elsewhere.changed(ada.id, { call: 'reads.mark', input: { entryIds: ['1'] }, from: 'phone' })
  await expect.poll(() => of(received, 'changed')).toHaveLength(1)
  await settings(ada, 'phone')
  await expect.poll(() => of(received, 'changed')).toHaveLength(2)
  await new Promise((done) => setTimeout(done, 100))
  expect(of(received, 'changed')).toHaveLength(2)
  elsewhere.stop()
})

test('a disconnected client is removed, and too many of one user are replaced by the newest', async () => {
  server = await startTestServer()
  const ada = await server.signUp('ada')
  const answer = await ada.request('/live')
  const reader = answer.body?.getReader()
  await reader?.read()
  expect(server.services.live.size()).toBe(1)
  await reader?.cancel()
  await expect.poll(() => server.services.live.size()).toBe(0)
  const all = []
  for (let at = 0; at < 22; at++) all.push(await listen(ada))
  expect(server.services.live.size()).toBe(20)
  await Promise.all([all[0]?.over, all[1]?.over])
})

test('a stream requires a session', async () => {
  server = await startTestServer()
  expect((await server.request('/live')).status).toBe(401)
})

test('every write is broadcast, except those that change nothing for others, and without secrets', () => {
  const writes = (Object.keys(paths) as CallName[]).filter((name) => paths[name][0] !== 'GET')
  expect(writes.length).toBeGreaterThan(40)
  const unbroadcast = [
    ...pluginMatrices.flatMap((matrix) => matrix.unbroadcast ?? []),
    'actions.dryRun',
    'admin.clean',
    'admin.deleteInvitation',
    'admin.deleteUser',
    'admin.updateUser',
    'authorizations.create',
    'data.send',
    'discover.search',
    'entries.inboxList',
    'entries.list',
    'entries.readingList',
    'entries.search',
    'entries.stream',
    'feeds.analytics',
    'feeds.check',
    'feeds.known',
    'feeds.refresh',
    'feeds.reset',
    'messaging.test',
    'offline.signRecordings',
    'pageFeeds.inspect',
    'pictures.sign',
    'plugins.fetch',
    'plugins.preview',
    'plugins.previewCatalogue',
    'plugins.signIn',
    'plugins.test',
    'profiles.batch',
    'reads.older',
    'retention.dryRun',
    'retention.update',
    'subscriptions.parseOpml',
    'threads.see',
    'tokenUses.undo',
    'upload.avatar',
  ]
  expect(writes.filter((name) => !isBroadcast(name)).toSorted()).toEqual(unbroadcast.toSorted())
  expect(broadcastInput('subscriptions.create', { view: 0, TOTPCode: '123456' })).toEqual({ view: 0 })
  expect(broadcastInput('appPasswords.create', { password: 'x' })).toBeUndefined()
  expect(
    broadcastInput('reads.mark', { entryIds: Array.from({ length: 2000 }, () => '12345') }),
  ).toBeUndefined()
})
