import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { startTestServer, type TestServer, type TestUser } from '../../../tests/support/server.ts'
import { testId } from '../../../tests/support/storage.ts'
import { tokenOf } from '../../../tests/support/sync.ts'
import type { Rule } from '../../contract/actions.ts'
import type { Output } from '../../contract/calls.ts'
import type { Label } from '../../contract/labels.ts'
import type { OwnRetentionRule } from '../../contract/retention.ts'
import { addFeedRequest } from '../storage/feeds/feed-requests.ts'
import { feedsById } from '../storage/feeds/feeds-read.ts'
import type { FeedSubscription } from '../../contract/subscriptions.ts'

const ROSES = 'https://garden.example/roses'
const TULIPS = 'https://garden.example/tulips?a=1&b=2'
const rules: Rule[] = [
  {
    name: 'Block "weeds" & <more>',
    condition: [
      [
        { field: 'feed_url', operator: 'eq', value: ROSES },
        { field: 'entry_title', operator: 'contains', value: 'weeds' },
      ],
    ],
    result: { block: true },
  },
  { name: 'Label', condition: [], result: { labels: ['plants/roses'], newEntryNotification: true } },
]
const general = (ids: readonly string[]) => ({
  readerViewFeeds: [ids[0]],
  feedUnreadDays: { [ids[0] ?? '']: 7, [ids[1] ?? '']: 0 },
  folderUnreadDays: { Garden: 30 },
  feedTags: { [ids[0] ?? '']: ['plants/roses', 'home'] },
  feedReadRules: { [ids[0] ?? '']: 'open', [ids[1] ?? '']: 20 },
})

describe('OPML with everything', () => {
  let server: TestServer
  let ann: TestUser
  let file: string
  beforeAll(async () => {
    server = await startTestServer()
    ann = await server.signUp('ann')
    const ids = []
    for (const url of [ROSES, TULIPS]) ids.push(await seedFeed(server.storage, { url }))
    const [roses = '', tulips = ''] = ids
    const row = { category: 'Garden', title: 'Mine & yours', isPrivate: 1, hideFromTimeline: 1 } as const
    await seedSubscription(server.storage, ann.id, roses, { ...row, view: 1 })
    await seedSubscription(server.storage, ann.id, tulips, { view: 2 })
    await seedEntries(server.storage, roses, [{ guid: '1' }])
    const own = await putRequest(tulips)
    await put(ann, '/settings/general', general([roses, own]), 'PATCH')
    await put(ann, '/actions', { rules: [...rules, webhook] }, 'PUT')
    await put(ann, '/labels', { name: 'plants/roses', color: 'green' })
    await put(ann, '/labels', { name: 'later' })
    const bound = { scope: roses, maxAgeDays: 90, maxEntries: null }
    await put(ann, '/admin/retention', { rules: [bound], own: retention }, 'PUT')
    file = await (await ann.request('/subscriptions/export')).text()
  })
  afterAll(() => server.close())

  const retention: OwnRetentionRule[] = [
    { kind: 'folder', name: 'Garden', maxAgeDays: null, maxEntries: null },
    { kind: 'query', name: 'is:read title:"<weeds>"', maxAgeDays: 7, maxEntries: 100 },
  ]
  const webhook: Rule = {
    name: 'Send',
    condition: [],
    result: { webhooks: ['https://hooks.example/secret-token'] },
  }
  const put = async (who: TestUser, path: string, body: unknown, method = 'POST') =>
    expect((await who.request(path, { method, body })).status, path).toBe(200)
  /** The feed becomes her own. @returns its new id */
  async function putRequest(feedId: string): Promise<string> {
    const feed = (await feedsById(server.storage, [feedId])).get(feedId)
    if (!feed) throw new Error('The feed is not there.')
    const secrets = { password: 'secret-password', cookie: 'secret-cookie=1' }
    const settings = { userAgent: 'Mine', proxy: null, username: 'ada', ...secrets } as const
    const id = testId()
    await addFeedRequest(server.storage, feed, {
      id,
      userId: ann.id,
      now: Date.now(),
      settings: { ...settings, allowsInsecure: 0, ignoresEdits: 1, usesFetcher: 1 },
    })
    return id
  }
  const bring = async (who: TestUser, text: string, fields: Readonly<Record<string, string>> = {}) => {
    const body = new FormData()
    body.set('file', new File([text], 'feeds.opml'))
    for (const [name, value] of Object.entries({ rules: 'true', routes: 'true', ...fields }))
      body.set(name, value)
    const response = await who.request('/subscriptions/import', { method: 'POST', body })
    return ((await response.json()) as Output<'subscriptions.import'>).data
  }
  const data = async <T>(who: TestUser, path: string) =>
    ((await (await who.request(path)).json()) as { data: T }).data

  /** Everything of a user, with addresses in place of ids. */
  async function accountOf(who: TestUser) {
    const subscriptions = await data<FeedSubscription[]>(who, '/subscriptions')
    const urlOf = new Map(subscriptions.map(({ feedId, feeds }) => [feedId, feeds.url]))
    const { settings } = (await (await who.request('/settings')).json()) as Output<'settings.get'>
    const values = settings['general'] ?? {}
    const byUrl = (key: string) =>
      Object.fromEntries(
        Object.entries((values[key] ?? {}) as Record<string, unknown>).map(([id, value]) => [
          urlOf.get(id),
          value,
        ]),
      )
    const requests = []
    for (const { feedId, feeds } of subscriptions) {
      const {
        hasCookie: _c,
        hasPassword: _p,
        ...request
      } = await data<Record<string, unknown>>(who, `/feeds/request?id=${feedId}`)
      requests.push({ url: feeds.url, ...request })
    }
    return {
      subscriptions: subscriptions
        .map(({ title, category, view, isPrivate, hideFromTimeline, feeds }) => {
          return { url: feeds.url, title, category, view, isPrivate, hideFromTimeline }
        })
        .toSorted((one, other) => one.url.localeCompare(other.url)),
      requests: requests.toSorted((one, other) => one.url.localeCompare(other.url)),
      readerView: ((values['readerViewFeeds'] ?? []) as string[]).map((id) => urlOf.get(id)),
      unreadDays: byUrl('feedUnreadDays'),
      readRules: byUrl('feedReadRules'),
      tags: byUrl('feedTags'),
      folders: values['folderUnreadDays'],
      rules: (await data<{ rules?: Rule[] } | undefined>(who, '/actions'))?.rules,
      labels: (await data<Label[]>(who, '/labels')).map(({ name, color }) => ({ name, color })),
    }
  }

  test('an empty account becomes the same as the one that was exported', async () => {
    const ben = await server.signUp('ben')
    expect(await bring(ben, file)).toMatchObject({
      successfulItems: [{}, {}],
      restored: { rules: 3, labels: 3, problems: [] },
    })
    const mine = await accountOf(ann)
    expect(await accountOf(ben)).toEqual({
      ...mine,
      // Its address may be a secret, so the rule is imported switched off.
      rules: [...rules, { ...webhook, result: { disabled: true } }],
    })
    // A second import changes nothing.
    const before = await accountOf(ben)
    expect((await bring(ben, file)).restored).toEqual({ rules: 0, labels: 0, problems: [] })
    expect(await accountOf(ben)).toEqual(before)
    expect((await bring(ann, file)).restored).toEqual({ rules: 0, labels: 0, problems: [] })
    expect(await accountOf(ann)).toEqual(mine)
  })

  test('the file holds no secret', () => {
    expect(file).toContain('Mine &amp; yours')
    for (const secret of ['secret-token', 'secret-password', 'secret-cookie'])
      expect(file).not.toContain(secret)
  })

  test('settings can be left out, of the file and of an import', async () => {
    const plain = await (await ann.request('/subscriptions/export?settings=false')).text()
    expect(plain).not.toMatch(/lectern:|userAgent|plants/)
    const cat = await server.signUp('cat')
    const none = { settings: 'false', rules: 'false' }
    expect((await bring(cat, file, none)).restored).toMatchObject({ rules: 0, labels: 0 })
    const account = await accountOf(cat)
    expect([account.rules, account.labels]).toEqual([undefined, []])
    expect(account.readerView).toEqual([ROSES])
  })

  test('an admin’s rules by folder and query come back for an admin alone, and replace none', async () => {
    const of = async (who: TestUser) =>
      (await data<Output<'retention.get'>['data']>(who, '/admin/retention')).own
    const preview = async (who: TestUser) => {
      const body = new FormData()
      body.set('file', new File([file], 'feeds.opml'))
      const response = await who.request('/subscriptions/parse-opml', { method: 'POST', body })
      return ((await response.json()) as Output<'subscriptions.parseOpml'>).data.settings
    }
    const eve = await server.signUp('eve')
    expect(await preview(eve)).toMatchObject({ rules: 3, retention: 0 })
    expect(await (await eve.request('/subscriptions/export')).text()).not.toContain('lectern:query')
    await bring(eve, file)
    await server.storage.db.updateTable('user').set({ admin: true }).where('id', '=', eve.id).execute()
    expect(await of(eve)).toEqual([])
    expect(await preview(eve)).toMatchObject({ retention: 2 })
    const token = await tokenOf(server, eve, { scopes: ['read', 'manage'] })
    const body = new FormData()
    body.set('file', new File([file], 'feeds.opml'))
    expect((await token.request('/subscriptions/import', { method: 'POST', body })).status).toBe(200)
    expect(await of(eve)).toEqual([])

    await bring(eve, file, { settings: 'false', rules: 'false' })
    expect(await of(eve)).toEqual([])
    await bring(eve, file)
    expect(await of(eve)).toEqual(retention)
    const changed = [{ ...retention[1], maxAgeDays: 9 }]
    const present = (await data<Output<'retention.get'>['data']>(eve, '/admin/retention')).rules
    await put(
      eve,
      '/admin/retention',
      { rules: present.map(({ title: _, ...one }) => one), own: changed },
      'PUT',
    )
    await bring(eve, file)
    expect(await of(eve)).toEqual([retention[0], ...changed])
    expect(await of(ann)).toEqual(retention)
  })

  test('rules, proxies and exceptions for certificates come only as the user asks for them', async () => {
    const url = 'https://pack.example/feed'
    const pack = `<opml><body><outline type="rss" text="Pack" xmlUrl="${url}" userAgent="Mine"
      proxy="http://proxy.example:8080/" allowsInsecure="true"/>
      <outline text="lectern" lectern:rule='{"name":"stranger","condition":[],"result":{"block":true}}'/></body></opml>`
    const [fay, gil] = [await server.signUp('fay'), await server.signUp('gil')]
    const form = new FormData()
    form.set('file', new File([pack], 'feeds.opml'))
    const parsed = await fay.request('/subscriptions/parse-opml', { method: 'POST', body: form })
    expect(await parsed.json()).toMatchObject({ data: { settings: { rules: 1, routes: 1 } } })
    const imported = await fay.request('/subscriptions/import', { method: 'POST', body: form })
    expect(await imported.json()).toMatchObject({
      data: { successfulItems: [{ url }], restored: { rules: 0 } },
    })
    const without = await accountOf(fay)
    expect(without.rules).toBeUndefined()
    expect(without.requests).toMatchObject([{ url, userAgent: 'Mine', proxy: null, allowsInsecure: false }])
    await bring(gil, pack)
    const withAll = await accountOf(gil)
    expect(withAll.rules).toMatchObject([{ name: 'stranger' }])
    expect(withAll.requests).toMatchObject([
      { url, userAgent: 'Mine', proxy: 'http://proxy.example:8080/', allowsInsecure: true },
    ])
  })

  test('a token adds the rules of a file with a confirmation alone, which is used once', async () => {
    const hal = await server.signUp('hal')
    const token = await tokenOf(server, hal, { scopes: ['read', 'manage'] })
    const send = (text: string, headers = {}) => {
      const body = new FormData()
      body.set('file', new File([text], 'feeds.opml'))
      body.set('rules', 'true')
      return token.request('/subscriptions/import', { method: 'POST', body, headers })
    }
    const refused = await send(file)
    expect(refused.status).toBe(428)
    const { data: required } = (await refused.json()) as { data: { confirmation: string } }
    const headers = { 'x-confirmation': required.confirmation }
    expect((await send(`${file} `, headers)).status).toBe(428)
    expect((await accountOf(hal)).rules).toBeUndefined()
    expect((await send(file, headers)).status).toBe(200)
    expect((await accountOf(hal)).rules).toHaveLength(3)
    expect((await send(file, headers)).status).toBe(428)
  })

  test('a token that may read alone gets no rules, and nobody but an admin the rules of the server', async () => {
    const reading = await tokenOf(server, ann, { scopes: ['read'] })
    expect(await (await reading.request('/subscriptions/export')).text()).not.toContain('lectern:rule')
    const managing = await tokenOf(server, ann, { scopes: ['read', 'manage'] })
    expect(await (await managing.request('/subscriptions/export')).text()).toContain('lectern:rule')
    // Of another server, where the admin has bounds for her feeds.
    const bounds = () => server.storage.db.selectFrom('retentionRules').selectAll().execute()
    const before = await bounds()
    await put(ann, '/admin/retention', { rules: [] }, 'PUT')
    await put(ann, '/subscriptions', { url: ROSES }, 'DELETE')
    await bring(await server.signUp('dan'), file)
    expect(await bounds()).toEqual([])
    await bring(ann, file)
    expect(await bounds()).toEqual(before)
  })
})
