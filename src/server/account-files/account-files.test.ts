import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { exported, imported, nothing, PNG, put, send } from '../../../tests/support/account-files.ts'
import { NOON, seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { startServerWithPlugins } from '../../../tests/support/plugin-server.ts'
import { startTestServer, type TestServer, type TestUser } from '../../../tests/support/server.ts'
import { kinds, testId } from '../../../tests/support/storage.ts'
import { createLeaseLocks } from '../cluster/lease-locks.ts'
import { blank } from '../email/incoming/parsed-mail.ts'
import { storePush } from '../feeds/store/store-push.ts'
import { insertHighlight } from '../storage/entries/highlights.ts'
import { addFeedRequest } from '../storage/feeds/feed-requests.ts'
import { putQueuedTracks, queuedTracksOf } from '../storage/reads/queued-tracks.ts'
import { builtInPlugins, loadManifests } from '../plugins/load-manifests.ts'
import { lockOf } from './import-account.ts'
import { selectFeeds } from '../storage/feeds/feed-schedule.ts'

/** A plugin with a table that travels. */
const hasDigests = existsSync(join(builtInPlugins, 'digests'))

const line = (one: unknown): string => JSON.stringify(one)
const HEADER = { lectern: 'account', version: 1 }
const fileOf = (...records: unknown[]): string =>
  [HEADER, ...records, { type: 'end', records: records.length }].map(line).join('\n')
const feedRecord = (url: string, input: object = {}) => ({
  type: 'feed',
  feed: url,
  title: 'A hostile title',
  siteUrl: null,
  subscription: {
    view: 0,
    category: null,
    title: null,
    isPrivate: false,
    hideFromTimeline: false,
    createdAt: NOON,
  },
  request: null,
  ...input,
})
const entryRecord = (input: object) => ({
  ...blank,
  type: 'entry',
  guid: 'g',
  title: 'Kept',
  publishedAt: NOON,
  readAt: NOON,
  star: { view: 0, createdAt: NOON },
  labels: [],
  highlights: [],
  position: null,
  saves: [],
  ...input,
})

/** Tables of plugins with rows of users that no file has, and why. */
const stayHere = {
  aiReports: 'is made anew, of entries by their ids',
  meaningEntries: 'is made anew',
  meaningProgress: 'is made anew',
  meaningSearches: 'is made anew',
  meaningSpent: 'is a quota',
  powerAirdrops: 'is money',
  powerStandings: 'is money',
  powerTransactions: 'is money',
  readwiseSaves: 'is a mark of its entry',
  rsshubInstances: 'has keys of this server',
  rsshubPurchases: 'is money',
  rsshubUses: 'names an instance of this server',
  ttsUsage: 'is a quota',
  webhookDeliveries: 'is what rules once did',
}
/** Tables of the server with a user whose rows are in the file, or are counted from those that are. */
const travel = [
  'actions',
  'avatars',
  'awaitedEntries',
  'collections',
  'entryLabels',
  'feedRequests',
  'feeds',
  'highlights',
  'inboxes',
  'installedPlugins',
  'labels',
  'lists',
  'listSubscriptions',
  'ownRetentionRules',
  'pluginSettings',
  'pluginValues',
  'positions',
  'queuedTracks',
  'readCounts',
  'reads',
  'saves',
  'settings',
  'subscriptions',
]
/** Those that are not, and why. */
const ofServerStay = {
  account: 'is a sign-in',
  actionRuns: 'is what rules once did',
  agedEntries: 'is what the server marked by itself',
  answered: 'repeats responses',
  appPasswords: 'is a key',
  authorizationCodes: 'is a key',
  devices: 'is of a browser',
  entryActions: 'is what rules once did',
  imports: 'is a report',
  invitations: 'is of this server',
  jobs: 'is work of this server',
  listPurchases: 'is money',
  mailAddresses: 'is confirmed here',
  modelUsage: 'is a quota',
  notices: 'is what rules once did',
  passkey: 'is a key',
  pluginCatalogues: 'is trusted here by its key',
  pluginContacts: 'is what plugins once did',
  pluginCrashes: 'is what plugins once did',
  pluginEvents: 'waits for plugins that are off there',
  pluginJobs: 'is what plugins once did',
  pluginListeners: 'is made of settings',
  pluginOutcomes: 'is what plugins once did',
  pluginSignIns: 'is a key',
  publications: 'is public at an address of this server',
  ruleActs: 'is what rules once did',
  ruleProblems: 'is what rules once did',
  session: 'is a sign-in',
  sharedFolderInvitations: 'is between users of this server',
  sharedFolderMembers: 'is between users of this server',
  sharedFolders: 'is between users of this server',
  syncNumbers: 'is of programs that sync',
  threadLooks: 'is of comments that are fetched anew',
  tokenUses: 'is what programs once did',
  twoFactor: 'is a key',
  usageConsents: 'is of this server',
  usageEvents: 'is of this server',
  usedCodes: 'is a key',
  webhookDeliveries: 'is what rules once did',
}

describe('a file', () => {
  let server: TestServer
  let ada: TestUser
  let bob: TestUser
  beforeAll(async () => {
    vi.stubEnv('TMPDIR', mkdtempSync(join(tmpdir(), 'account-files-')))
    server = await startTestServer()
    ada = await server.signUp('ada')
    bob = await server.signUp('bob')
  })
  afterAll(async () => {
    rmSync(tmpdir(), { recursive: true })
    vi.unstubAllEnvs()
    await server.close()
  })
  const entriesOf = async (who: TestUser, feedId: string) => {
    const response = await who.request('/entries', { method: 'POST', body: { view: 0, feedId } })
    return ((await response.json()) as { data: { entries: { id: string; title: string } }[] }).data
  }

  const label = line({ type: 'label', name: 'new', color: null })
  const whole = fileOf({ type: 'label', name: 'new', color: null })
  const bomb = gzipSync(Buffer.concat([Buffer.from(`${line(HEADER)}\n`), Buffer.alloc(80_000_000, 'x')]))
  test.each([
    ['empty', '', /empty/],
    ['cut off', whole.slice(0, -12), /damaged|missing/],
    ['without its last line', [line(HEADER), label].join('\n'), /end of the file is missing/],
    ['without a line within', [line(HEADER), line({ type: 'end', records: 1 })].join('\n'), /missing/],
    ['compressed and cut off', gzipSync(whole).subarray(0, -6), /cut off/],
    ['of a newer Lectern', whole.replace('"version":1', '"version":2'), /newer Lectern.*Update this server/],
    ['of another kind', '<?xml version="1.0"?><opml version="2.0"/>', /not an account file/],
    ['an archive', Buffer.from('PK\u0003\u0004../../etc/passwd'), /not an account file/],
    ['a backup of a server', line({ lectern: 'backup', form: 1 }), /not an account file/],
    ['that grows when it is unpacked', bomb, /longer than 32 MB/],
    [
      'with an unknown kind of line',
      fileOf({ type: 'user', id: '1', admin: true }),
      /Line 2 of the file is damaged/,
    ],
    ['with a huge field', fileOf({ type: 'label', name: 'x'.repeat(10_000), color: null }), /Line 2.*name/],
    ['nested very deep', `${line(HEADER)}\n${'['.repeat(5000)}`, /Line 2/],
    [
      'with too many inboxes',
      fileOf(
        ...Array.from({ length: 11 }, (_, at) => ({
          type: 'inbox',
          inbox: `many${at}`,
          title: null,
          createdAt: 1,
        })),
      ),
      /at most 10 inboxes/,
    ],
  ])('%s is refused in words, and changes nothing', async (_, file, words) => {
    const before = await exported(ada)
    const response = await send(ada, file)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
    expect(((await response.json()) as { reason: string }).reason).toMatch(words)
    expect(await exported(ada)).toBe(before)
    expect(readdirSync(tmpdir())).toEqual([])
  })

  test('that names what is another user’s gives and changes nothing of it', async () => {
    const { storage } = server
    const url = 'https://bank.example/feed'
    const own = testId()
    const settings = {
      userAgent: null,
      proxy: null,
      username: 'bob',
      password: 'sealed',
      cookie: null,
    } as const
    const flags = { allowsInsecure: 0, ignoresEdits: 0, usesFetcher: 0 } as const
    await addFeedRequest(
      storage,
      { url },
      { id: own, userId: bob.id, now: NOON, settings: { ...settings, ...flags } },
    )
    await seedSubscription(storage, bob.id, own, { isPrivate: 1 })
    const secret = await seedFeed(storage, { url: 'https://secret.example/?token=bobs' })
    await seedSubscription(storage, bob.id, secret, { isPrivate: 1 })
    const [ownEntry = '', secretEntry = ''] = [
      ...(await seedEntries(storage, own, [{ guid: 'g', content: 'balance of Bob' }])),
      ...(await seedEntries(storage, secret, [{ guid: 'g', content: 'secret of Bob' }])),
    ]
    await put(bob, '/inboxes', { handle: 'bobs-mail', title: 'Mail' })
    const inbox = await storage.db
      .selectFrom('inboxes')
      .selectAll()
      .where('userId', '=', bob.id)
      .executeTakeFirstOrThrow()
    const [mail = ''] = await seedEntries(storage, inbox.feedId, [{ guid: 'g', content: 'mail to Bob' }])
    const quote = { exact: 'of Bob', prefix: '', suffix: '', startOffset: null, endOffset: null }
    const highlight = { id: 'h1', note: 'of Bob', color: 'blue' as const, createdAt: NOON, ...quote }
    await insertHighlight(storage, bob.id, { ...highlight, entryId: mail, title: null }, NOON)
    const { data: list } = await put(bob, '/lists', { title: 'Costly', view: 0 })
    await storage.db.updateTable('lists').set({ fee: 5 }).where('id', '=', String(list.id)).execute()
    const before = await exported(bob)
    const stored = await storage.db
      .selectFrom('feeds')
      .select('url')
      .where('id', '=', own)
      .executeTakeFirstOrThrow()

    const placement = {
      view: 0,
      category: null,
      title: null,
      isPrivate: false,
      hideFromTimeline: false,
      createdAt: 1,
    }
    const report = await imported(
      ada,
      fileOf(
        feedRecord(stored.url),
        feedRecord(`inbox:${inbox.feedId}`),
        feedRecord('file:///etc/passwd'),
        feedRecord('https://secret.example/?token=bobs', { subscription: null }),
        { type: 'inbox', inbox: 'bobs-mail', title: 'Mail', createdAt: NOON },
        { type: 'inbox', inbox: `pages-${bob.id}`, title: 'Pages', createdAt: NOON },
        { type: 'followedList', id: list.id, listTitle: 'Costly', ...placement },
        {
          type: 'settings',
          tab: 'general',
          values: { feedTags: { [own]: ['x'] }, readerViewFeeds: [secret] },
        },
        entryRecord({ in: { feed: stored.url } }),
        entryRecord({ in: { feed: url } }),
        entryRecord({
          in: { feed: 'https://secret.example/?token=bobs' },
          highlights: [{ ...highlight, exact: 'mine', note: null }],
        }),
        entryRecord({ in: { inbox: 'bobs-mail' }, title: 'In the inbox of Ada' }),
        { type: 'marks', feed: stored.url, marks: [{ guid: 'g', readAt: 1, position: null }] },
      ),
    )
    expect(report.missingLists).toEqual(['Costly'])
    expect(report.problems.join(' ')).toMatch(/bobs-mail-2/)
    expect(await exported(bob)).toBe(before)
    for (const id of [ownEntry, secretEntry, mail])
      expect([id, (await ada.request(`/entries?id=${id}`)).status]).toEqual([id, 404])
    expect(await exported(ada)).not.toMatch(/of Bob|to Bob/)
    const marks = await storage.db
      .selectFrom('collections')
      .select('entryId')
      .where('userId', '=', ada.id)
      .execute()
    expect(
      marks.map(({ entryId }) => entryId).filter((id) => [ownEntry, secretEntry, mail].includes(id)),
    ).toEqual([])
  })

  test('switches no plugin on, and gives no address to one that is on or has a key', async () => {
    const { storage, services } = server
    services.pluginCommands.provide(
      async () => null,
      async (_, plugin) => (plugin === 'unknown' ? null : 'enableIt'),
    )
    const eve = await server.signUp('eve')
    const of = { userId: eve.id, secrets: '{}' }
    const keyed = { ...of, plugin: 'keyed', payload: '{"enableIt":false}', secrets: '{"token":"sealed"}' }
    await storage.db
      .insertInto('pluginSettings')
      .values([{ ...of, plugin: 'running', payload: '{"enableIt":true}' }, keyed])
      .execute()
    const settings = { enableIt: true, enabled: true, endpoint: 'https://evil.example/' }
    const plugins = ['fresh', 'running', 'keyed', 'unknown'].map((plugin) => {
      return { type: 'plugin', plugin, isInstalled: false, settings, values: {} }
    })
    expect((await imported(eve, fileOf(...plugins))).added.plugins).toBe(2)
    const rows = await storage.db
      .selectFrom('pluginSettings')
      .select(['plugin', 'payload'])
      .where('userId', '=', eve.id)
      .execute()
    expect(new Map(rows.map(({ plugin, payload }) => [plugin, JSON.parse(payload)]))).toEqual(
      new Map<string, unknown>([
        ['running', { enableIt: true }],
        ['keyed', { enableIt: false }],
        ['fresh', { endpoint: 'https://evil.example/' }],
        ['unknown', { enableIt: true, endpoint: 'https://evil.example/' }],
      ]),
    )
    expect(await exported(eve)).not.toContain('"enableIt":false')
  })

  test.skipIf(!hasDigests)(
    'brings records of plugins that read them, checked, and of money, secrets and other accounts nothing',
    async () => {
      const { server: own } = await startServerWithPlugins('sqlite')
      const [eve, bea] = [await own.signUp('eve'), await own.signUp('bea')]
      const digest = {
        name: 'Mine',
        query: 'is:unread',
        frequency: 'daily',
        weekday: 0,
        hour: 7,
        timeZone: 'UTC',
        entries: 5,
        byMail: true,
        withEpub: false,
        createdAt: NOON,
      }
      const claims = { id: 'theirs', userId: bea.id, feedHash: 'known', since: 0, nextAt: 1, lastAt: 1 }
      const broken = [
        { ...digest, name: 'x'.repeat(81) },
        { ...digest, query: '(' },
        { ...digest, query: 'x'.repeat(2001) },
        { ...digest, timeZone: 'Nowhere/Else' },
        { ...digest, hour: 24 },
        { ...digest, entries: 1e9 },
        { ...digest, createdAt: 'then' },
        null,
        [[[]]],
      ]
      const many = Array.from({ length: 25 }, (_, at) => ({ ...digest, name: `Many ${at}` }))
      const plugin = (id: string, data: unknown[]) => ({
        type: 'plugin',
        plugin: id,
        isInstalled: false,
        settings: {},
        values: {},
        data,
      })
      const file = fileOf(
        plugin('digests', [{ ...digest, ...claims }, ...broken]),
        plugin('power', [{ userId: eve.id, amount: '1000000', kind: 'mint', toUserId: eve.id }]),
        plugin('tts', [{ userId: bea.id, day: '2026-01-01', characters: -5 }]),
      )
      const theirs = await exported(bea)
      const report = await imported(eve, file)
      expect(report.problems).toEqual([
        '9 of 10 records of the plugin "digests" were left out.',
        expect.stringMatching(/"power" stored was left out/),
        expect.stringMatching(/"tts" stored was left out/),
      ])
      const rows = () =>
        own.storage.db
          .selectFrom('digests' as never)
          .selectAll()
          .execute()
      expect(await rows()).toEqual([
        expect.objectContaining({
          name: 'Mine',
          userId: eve.id,
          feedHash: null,
          lastAt: null,
          createdAt: NOON,
        }),
      ])
      expect((await rows())[0]).not.toMatchObject({ id: 'theirs' })
      const tables = (await own.storage.db.introspection.getTables()).map(({ name }) => name)
      for (const table of ['powerTransactions', 'powerPostings', 'ttsUsage'].filter((one) =>
        tables.includes(one),
      ))
        expect([
          table,
          await own.storage.db
            .selectFrom(table as never)
            .selectAll()
            .execute(),
        ]).toEqual([table, []])
      expect(await exported(bea)).toBe(theirs)
      expect((await imported(eve, fileOf(plugin('digests', many)))).problems).toEqual([
        '6 of 25 records of the plugin "digests" were left out.',
      ])
      expect(await rows()).toHaveLength(20)
      await own.close()
    },
  )

  test('has of each table of a plugin that it travels, or why it stays', async () => {
    const { server: own } = await startServerWithPlugins('sqlite')
    const ids = (await loadManifests(builtInPlugins, () => {})).map(({ id }) => id)
    const isOfPlugin = (name: string) => ids.some((id) => new RegExp(`^${id}(?![a-z])`).test(name))
    const tables = (await own.storage.db.introspection.getTables())
      .filter(({ name, columns }) => isOfPlugin(name) && columns.some((one) => /userId$/i.test(one.name)))
      .map(({ name }) => name)
    expect(tables.toSorted()).toEqual([...Object.keys(stayHere), 'digests'].filter(isOfPlugin).toSorted())
    await own.close()
  })

  test('has of each table of the server that it travels, or why it stays', async () => {
    const tables = (await server.storage.db.introspection.getTables())
      .filter(({ columns }) => columns.some(({ name }) => /user_?id$/i.test(name)))
      .map(({ name }) => name)
    expect(tables.toSorted()).toEqual([...travel, ...Object.keys(ofServerStay)].toSorted())
  })

  test('has the picture of the profile, which is checked, and does not replace another', async () => {
    const [ivy, jon] = [await server.signUp('ivy'), await server.signUp('jon')]
    const imageOf = async (who: TestUser): Promise<string | null> => {
      const response = await who.request('/better-auth/get-session')
      return ((await response.json()) as { user: { image: string | null } }).user.image
    }
    const profile = { type: 'profile', bio: null, website: null, socialLinks: null } as const
    const pictured = (text: string) =>
      fileOf({ ...profile, picture: Buffer.concat([PNG, Buffer.from(text)]).toString('base64') })
    const page = fileOf({ ...profile, picture: Buffer.from('<svg onload="x()"/>').toString('base64') })

    expect((await imported(ivy, page)).problems).toEqual([expect.stringMatching(/must be a PNG/)])
    expect(await imageOf(ivy)).toBeNull()
    await imported(ivy, pictured('ivy'))
    const address = await imageOf(ivy)
    const shown = await server.app.request(new URL(address ?? '').pathname)
    expect(Buffer.from(await shown.arrayBuffer()).toString()).toMatch(/ivy$/)
    await imported(ivy, pictured('other'))
    expect(await imageOf(ivy)).toBe(address)
    // The address of another's picture is not a picture of one's own.
    await put(jon, '/better-auth/update-user', { image: address })
    expect(JSON.parse((await exported(jon)).split('\n')[1] ?? '')).toMatchObject({
      type: 'profile',
      picture: null,
    })
  })

  test('keeps the queue that is there, and adds what waits in that of the file', async () => {
    const { storage } = server
    const gil = await server.signUp('gil')
    const track = { title: 'T', mime: null, image: null, duration: 60, rank: 1, at: NOON }
    const one = entryRecord({ in: { inbox: null } })
    const srcs = [
      'https://example.org/new.mp3',
      'https://example.org/played.mp3',
      'https://example.org/new.mp3',
    ]
    const file = fileOf({ ...one, queued: srcs.map((src) => ({ ...track, src })) })
    const feedId = await seedFeed(storage)
    const [entryId = ''] = await seedEntries(storage, feedId, [{}])
    const played = { ...track, src: srcs[1] ?? '', entryId, feedId, removed: true, at: 1 }
    await putQueuedTracks(storage, gil.id, [played])
    for (let time = 0; time < 2; time += 1) {
      expect((await imported(gil, file)).problems).toEqual([])
      const queue = await queuedTracksOf(storage, gil.id)
      expect(queue.map(({ src, removed, at }) => [src, removed, at])).toEqual([
        [srcs[0], false, NOON],
        [srcs[1], true, 1],
      ])
    }
  })

  test('has lists and requests as a user may enter them', async () => {
    const { storage } = server
    const fay = await server.signUp('fay')
    const list = { type: 'list', list: 0, description: null, image: 'javascript:x', view: 0, fee: 0 }
    const more = { createdAt: NOON, feeds: [], subscription: null }
    const agent = `Reader/${'1'.repeat(505)}`
    const request = {
      userAgent: agent,
      proxy: 'socks5://inside.example',
      username: 'fay',
      allowsInsecure: false,
      ignoresEdits: false,
      usesFetcher: false,
      hasSecrets: false,
    }
    const report = await imported(
      fay,
      fileOf(
        feedRecord('own:https://own.example/feed', { request }),
        { ...list, ...more, title: 'Good \u202Edna bad' },
        { ...list, ...more, list: 1, title: 'Dear', fee: 2_000_000_000 },
      ),
    )
    expect(report.problems).toEqual([expect.stringMatching(/^The list "Dear"/)])
    const lists = await storage.db
      .selectFrom('lists')
      .select(['title', 'image'])
      .where('ownerUserId', '=', fay.id)
      .execute()
    expect(lists).toEqual([{ title: expect.not.stringContaining('\u202E'), image: null }])
    const requests = await storage.db
      .selectFrom('feedRequests')
      .select(['userAgent', 'proxy', 'username'])
      .where('userId', '=', fay.id)
      .execute()
    expect(requests).toEqual([{ userAgent: agent, proxy: null, username: 'fay' }])
  })

  test('is not imported while another process imports one into the same account', async () => {
    const gus = await server.signUp('gus')
    const other = createLeaseLocks(server.storage, { owner: 'another process', ms: 60_000 })
    expect(await other.take(lockOf(gus.id))).toBe(true)
    const refused = await send(gus, whole)
    expect(await refused.json()).toMatchObject({ reason: expect.stringMatching(/Another import/) })
    await other.close()
    expect((await imported(gus, whole)).added.labels).toBe(1)
    expect((await imported(gus, whole)).added).toEqual(nothing)
  })

  test.each(kinds)(
    'that names an entry twice has its newest position, never of tomorrow (%s)',
    async (kind) => {
      const own = await startTestServer({ kind })
      const hal = await own.signUp('hal')
      const url = 'https://cast.example/feed'
      const mark = (at: number) => ({
        guid: 'm',
        readAt: null,
        position: { seconds: at === NOON ? 1 : 2, at },
      })
      const entryAt = (at: number) =>
        entryRecord({ in: { inbox: null }, position: { seconds: at === NOON ? 1 : 2, at } })
      const later = 8_000_000_000_000_000
      const file = fileOf(feedRecord(url), entryAt(later), entryAt(NOON), {
        type: 'marks',
        feed: url,
        marks: [mark(NOON), mark(later)],
      })
      expect((await imported(hal, file)).waiting).toBe(1)
      const positions = await own.storage.db.selectFrom('positions').select(['seconds', 'at']).execute()
      expect(positions.map((one) => [one.seconds, Number(one.at) <= Date.now()])).toEqual([[2, true]])
      await own.close()
    },
  )

  test('puts nothing into a feed that others read, and its entries take their places when they arrive', async () => {
    const { storage } = server
    const url = 'https://news.example/feed'
    const feedId = await seedFeed(storage, { url, title: 'News' })
    await seedSubscription(storage, bob.id, feedId)
    const forged = entryRecord({
      in: { feed: url },
      guid: 'later',
      title: 'Forged',
      content: '<p>x</p><script>1</script>',
    })
    const carol = await server.signUp('carol')
    const marks = { type: 'marks', feed: url, marks: [{ guid: 'read', readAt: NOON, position: null }] }
    const report = await imported(carol, fileOf(feedRecord(url), forged, marks))
    expect(report).toMatchObject({ added: { feeds: 1, entries: 1, stars: 1 }, waiting: 1 })
    expect(await entriesOf(bob, feedId)).toEqual([])
    const feeds = await storage.db.selectFrom('feeds').select('title').where('id', '=', feedId).execute()
    expect(feeds).toEqual([{ title: 'News' }])
    expect(await exported(carol)).not.toContain('<script>')

    const row = await selectFeeds(storage.db).where('id', '=', feedId).executeTakeFirstOrThrow()
    const entries = ['later', 'read', 'new'].map((guid) => ({
      ...blank,
      guid,
      title: `True ${guid}`,
      publishedAt: NOON,
    }))
    await storePush(server.services as never, row, { read: { entries } as never, bytes: 1, began: NOON })
    const [ids] = [new Map((await entriesOf(carol, feedId)).map(({ entries: one }) => [one.title, one.id]))]
    const stars = await storage.db
      .selectFrom('collections')
      .select('entryId')
      .where('userId', '=', carol.id)
      .execute()
    expect(stars).toEqual([{ entryId: ids.get('True later') }])
    const reads = await storage.db
      .selectFrom('reads')
      .select('entryId')
      .where('userId', '=', carol.id)
      .execute()
    expect(reads.map(({ entryId }) => entryId).toSorted()).toEqual(
      [ids.get('True later'), ids.get('True read')].toSorted(),
    )
    expect(
      await storage.db.selectFrom('awaitedEntries').selectAll().where('userId', '=', carol.id).execute(),
    ).toEqual([])
    const copies = await storage.db
      .selectFrom('inboxes')
      .innerJoin('entries', 'entries.feedId', 'inboxes.feedId')
      .select('entries.title')
      .where('inboxes.userId', '=', carol.id)
      .execute()
    expect(copies).toEqual([])
  })

  test('that an account has no room for keeps what was imported, and the same file goes on there', async () => {
    const small = await startTestServer({ env: { ACCOUNT_MB: '1' } })
    const dan = await small.signUp('dan')
    const content = `<p>${'word '.repeat(60_000)}</p>`
    const long = 'https://long.example/'
    const marks = { type: 'marks', feed: long, marks: [{ guid: 'read', readAt: NOON, position: null }] }
    // A line of marks ends a batch of entries.
    const file = fileOf(
      ...Array.from({ length: 4 }, (_, at) => [
        entryRecord({ in: { feed: long }, guid: `${at}`, url: `${long}${at}`, content }),
        marks,
      ]).flat(),
    )
    const stored = async () =>
      (await exported(dan)).split('\n').filter((one) => one.includes('"entry"')).length
    for (const _ of ['first', 'again']) {
      const refused = await send(dan, file)
      const { reason } = (await refused.json()) as { reason: string }
      expect([refused.status, reason]).toEqual([400, expect.stringMatching(/no room left/)])
      expect(await stored()).toBe(3)
    }
    await small.close()
    const carol = await server.signUp('carol-two')
    expect((await imported(carol, file)).added).toMatchObject({ entries: 4, stars: 4 })
    expect((await imported(carol, file)).added).toEqual(nothing)
  })
})
