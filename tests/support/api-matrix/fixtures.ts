/** One server with the users and data of the API matrix. */
import { createECDH, randomBytes } from 'node:crypto'
import { codeAt } from '../../../src/server/accounts/codes.ts'
import { createPlugins } from '../../../src/server/plugins/index.ts'
import { builtInPlugins } from '../../../src/server/plugins/load-manifests.ts'
import { loadPlugins } from '../../../src/server/plugins/load.ts'
import { entriesRoutes } from '../../../src/server/routes/entries.ts'
import { readsRoutes } from '../../../src/server/routes/reads.ts'
import { collectionsRoutes } from '../../../src/server/routes/collections.ts'
import { highlightsRoutes } from '../../../src/server/routes/highlights.ts'
import { selectedEntries } from '../../../src/server/routes/search.ts'
import { beacon, quiet } from '../beacon-plugin.ts'
import { memoryFeeds, NOON, seedEntries, seedFeed, seedSubscription } from '../library.ts'
import { startModel, type FakeModel } from '../model.ts'
import { pluginMatrices } from '../plugin-contract.ts'
import { secondFactor } from '../second-factor.ts'
import { SECRET, startTestServer, type TestUser, type TestServer } from '../server.ts'
import { startSite, type Site } from '../site.ts'
import { testId, type TestKind } from '../storage.ts'
import { MARK } from './row.ts'

export const GATEWAY = 'the-gateway-shows-this'
const DAY_MS = 86_400_000
const LONG = `<p>${'A text long enough to be summed up. '.repeat(8)}</p>`

/** root: the admin · ada: the owner of the data, with a second factor · bob: another reader · tom: on trial. */
export type Who = 'root' | 'ada' | 'bob' | 'tom'
export type Fixtures = {
  readonly server: TestServer
  readonly people: Readonly<Record<Who, TestUser>>
  readonly site: Site
  /** A public feed without an owner, and an entry of it. */
  readonly feed: string
  readonly entry: string
  /** A feed that only Ada follows or has followed, privately, an entry of it, and the feed's address. */
  readonly secretFeed: string
  readonly secretEntry: string
  readonly secretUrl: string
  /** An inbox of Ada's, its secret, and an entry in it. */
  readonly inbox: string
  readonly inboxSecret: string
  readonly inboxEntry: string
  /** A free list of Ada's with the open feed in it. */
  readonly list: string
  readonly run: string
  readonly password: string
  /** An unknown id. */
  readonly unknown: string
  /** A unique text. */
  readonly fresh: () => string
  /** An unused code of Ada's second factor. */
  readonly code: () => string
  readonly nextDay: () => void
  readonly close: () => Promise<void>
}

/** followed: Ada follows her private feed · left: she has unfollowed it, and only her star retains it. */
export const secrets = ['followed', 'left'] as const
export type Secret = (typeof secrets)[number]

export async function createFixtures(kind: TestKind, secret: Secret = 'followed'): Promise<Fixtures> {
  const [site, model] = [await startSite(), await startModel()]
  model.reply = () => 'A few label.'
  let later = 0
  const now = () => Date.now() + later
  const server = await startServer(kind, now, site, model)
  const { people, key } = await makePeople(server)
  site.answer = (_, response) => void response.writeHead(201).end()
  let count = 0
  const code = () => {
    later += 30_000
    return codeAt(key, Math.floor(now() / 30_000))
  }
  const things = await makeThings(server, people, site, code)
  if (secret === 'left') await unfollow(people.ada, things.secretFeed)
  const world: Fixtures = {
    server,
    people,
    site,
    unknown: testId(),
    fresh: () => `walk${(count += 1)}`,
    code,
    nextDay: () => {
      later += DAY_MS
    },
    ...things,
    close: async () => {
      await server.close()
      site.close()
      model.close()
    },
  }
  for (const { prepare } of pluginMatrices) await prepare?.(world)
  return world
}

const pluginEnv = (site: Site): Readonly<Record<string, string>> =>
  Object.assign({}, ...pluginMatrices.map(({ env }) => env?.(site)))

/** Feeds are in memory; readability and claims respond as for a site of Ada. */
function startServer(kind: TestKind, now: () => number, site: Site, model: FakeModel): Promise<TestServer> {
  let server: TestServer | undefined
  const document = { title: 'New', entries: [{ guid: 'one', title: 'One' }] }
  const feeds = memoryFeeds(
    { get: () => document } as unknown as ReadonlyMap<string, typeof document>,
    () => {
      if (!server) throw new Error('The server is not there yet.')
      return server.storage
    },
  )
  const proofs = async () => {
    const ada = await server?.storage.db
      .selectFrom('user')
      .select('id')
      .where('name', '=', 'ada')
      .executeTakeFirst()
    const all = await server?.storage.db.selectFrom('feeds').select('id').execute()
    const challenges = (all ?? []).map(({ id }) => ({ feedId: id, userIds: [ada?.id ?? ''] }))
    return { entries: [], description: '', challenges }
  }
  return startTestServer({
    kind,
    now,
    feeds: { ...feeds, proofs },
    env: {
      SIGNUP: 'trial',
      LOG_LEVEL: 'silent',
      FETCH_ALLOW: '127.0.0.1',
      ...pluginEnv(site),
      AI_BASE_URL: model.url,
      AI_MODEL: 'tiny',
      INBOX_DOMAIN: 'inbox.example',
      MAIL_GATEWAY_SECRET: GATEWAY,
    },
    routes: async (services) => {
      const plugins = await loadPlugins(builtInPlugins, (id, error) => {
        throw new Error(`${id} cannot be loaded`, { cause: error })
      })
      const created = await createPlugins(services, {
        env: pluginEnv(site),
        plugins: [...plugins, beacon, quiet],
        outbound: services.outbound,
        secret: SECRET,
        readEntry: entriesRoutes['entries.get'],
        listHighlights: highlightsRoutes['highlights.list'],
        selectEntries: selectedEntries,
        changes: { ...readsRoutes, ...collectionsRoutes },
      })
      return created.routes
    },
  }).then((started) => (server = started))
}

async function makePeople(server: TestServer): Promise<{ people: Fixtures['people']; key: string }> {
  const root = await server.signUp('root')
  const [ada, bob, tom] = [await server.signUp('ada'), await server.signUp('bob'), await server.signUp('tom')]
  const { storage } = server
  await storage.db.updateTable('user').set({ role: 'user' }).where('id', 'in', [ada.id, bob.id]).execute()
  // Long enough ago that each may make some invitations.
  const joined = new Date(Date.now() - 100 * DAY_MS)
  await storage.db
    .updateTable('user')
    .set({ createdAt: storage.kind === 'sqlite' ? joined.toISOString() : joined })
    .where('id', 'in', [ada.id, bob.id])
    .execute()
  const { key, user } = await secondFactor(server, ada)
  return { people: { root, ada: user, bob, tom }, key }
}

type Things = Omit<
  Fixtures,
  'server' | 'people' | 'site' | 'unknown' | 'fresh' | 'code' | 'nextDay' | 'close'
>

async function makeThings(
  { storage }: TestServer,
  { ada, bob }: Fixtures['people'],
  site: Site,
  code: () => string,
): Promise<Things> {
  const does = async (path: string, method: string, body: unknown): Promise<Record<string, unknown>> => {
    const answer = await ada.request(path, { method, body })
    if (!answer.ok) throw new Error(`Ada could not ${method} ${path}: ${await answer.text()}`)
    return ((await answer.json()) as { data?: Record<string, unknown> }).data ?? {}
  }
  const feed = await seedFeed(storage, { title: 'Open' })
  const secretUrl = `https://${MARK}.example/feed.xml`
  const secretFeed = await seedFeed(storage, { title: MARK, url: secretUrl })
  const [entry = ''] = await seedEntries(storage, feed, [{ title: 'Open', content: LONG }])
  const [secretEntry = ''] = await seedEntries(storage, secretFeed, [{ title: MARK, content: LONG + MARK }])
  await seedSubscription(storage, bob.id, feed)
  await seedSubscription(storage, ada.id, feed, { title: MARK, category: MARK })
  await seedSubscription(storage, ada.id, secretFeed, { isPrivate: 1, title: MARK })
  const { id: list } = await does('/lists', 'POST', { title: 'A list', view: 0, fee: 0 })
  await does('/lists/feeds', 'POST', { listId: list, feedId: feed })
  await does('/inboxes', 'POST', { handle: 'ada', title: MARK })
  const { secret } = await does('/inboxes?handle=ada', 'GET', undefined)
  const letter = { guid: MARK, publishedAt: new Date(NOON).toISOString(), title: MARK, content: LONG + MARK }
  await put(ada, String(secret), letter)
  const { feedId } = await storage.db
    .selectFrom('inboxes')
    .select('feedId')
    .where('userId', '=', ada.id)
    .executeTakeFirstOrThrow()
  const { id: inboxEntry } = await storage.db
    .selectFrom('entries')
    .select('id')
    .where('feedId', '=', feedId)
    .executeTakeFirstOrThrow()
  await does('/settings/general', 'PATCH', { [MARK]: MARK })
  await does('/actions', 'PUT', { rules: [{ name: MARK, condition: [], result: { star: true } }] })
  const { run } = await does('/actions/run', 'POST', {})
  await does('/app-passwords', 'POST', { name: MARK, TOTPCode: code() })
  await does('/messaging', 'POST', { channel: 'web', token: browserAt(`${site.url}/${MARK}`) })
  await does('/plugins/beacon/settings', 'PATCH', { secrets: { beaconToken: MARK } })
  await does('/reads', 'POST', { entryIds: [entry] })
  await does('/collections', 'POST', { entryId: secretEntry, view: 0 })
  const password = await storage.db.selectFrom('appPasswords').select('id').executeTakeFirstOrThrow()
  return {
    feed,
    entry,
    secretFeed,
    secretEntry,
    secretUrl,
    inbox: 'ada',
    inboxSecret: String(secret),
    inboxEntry,
    list: String(list),
    run: String(run),
    password: password.id,
  }
}

async function unfollow(ada: TestUser, feedId: string): Promise<void> {
  const answer = await ada.request('/subscriptions', { method: 'DELETE', body: { feedId } })
  if (!answer.ok) throw new Error(`Ada could not unfollow: ${await answer.text()}`)
}

async function put(ada: TestUser, secret: string, letter: object): Promise<void> {
  const headers = { 'x-follow-handle': 'ada', 'x-follow-secret': secret }
  const answer = await ada.request('/inboxes/webhook', { method: 'POST', body: letter, headers })
  if (!answer.ok) throw new Error(`Nothing comes into the inbox: ${await answer.text()}`)
}

/** The push subscription of a browser. */
export function browserAt(endpoint: string): string {
  const p256dh = createECDH('prime256v1').generateKeys('base64url')
  return JSON.stringify({
    endpoint,
    expirationTime: null,
    keys: { p256dh, auth: randomBytes(16).toString('base64url') },
  })
}
