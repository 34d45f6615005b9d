/** The real server for tests: real accounts, a real database, every response validated against the contract; no network. */
import { serve } from '@hono/node-server'
import type { Hono } from 'hono'
import type { AddressInfo } from 'node:net'
import { readConfig, type Config } from '../../src/server/config.ts'
import type { Passwords } from '../../src/server/accounts/passwords.ts'
import { createPluginCommands } from '../../src/server/access/plugin-commands.ts'
import { createPluginRankings } from '../../src/server/access/plugin-rankings.ts'
import { createRulePlugins } from '../../src/server/actions/rule-plugins.ts'
import { createFeedFields } from '../../src/server/feeds/feed-fields.ts'
import { createFeedSchemes } from '../../src/server/feeds/fetch/schemes.ts'
import { createPayments } from '../../src/server/accounts/payments.ts'
import type { Feeds } from '../../src/server/feeds/service.ts'
import { createServer, type ServerParts } from '../../src/server/server.ts'
import { Refusal } from '../../src/server/http/refusal.ts'
import type { Routes, Services } from '../../src/server/http/routes.ts'
import { createLive } from '../../src/server/live/live.ts'
import { createLog } from '../../src/server/log.ts'
import { createOutbound } from '../../src/server/outbound/index.ts'
import { createParsing } from '../../src/server/parsing/parsing.ts'
import { createStoredSecrets } from '../../src/server/storage/engine/stored-secrets.ts'
import { createPictures } from '../../src/server/pictures/pictures.ts'
import { createRecordings } from '../../src/server/recordings/recordings.ts'
import { createThreads } from '../../src/server/threads/threads.ts'
import type { Bases } from '../../src/server/threads/services/service.ts'
import type { Limits } from '../../src/server/outbound/index.ts'
import { routes } from '../../src/server/routes/index.ts'
import { createAccountRoom } from '../../src/server/storage/accounts/account-room.ts'
import type { Storage } from '../../src/server/storage/open.ts'
import { cheapPasswords } from './cheap-passwords.ts'
import { openTestStorage, testId, type TestKind } from './storage.ts'

export type TestUser = {
  readonly id: string
  readonly email: string
  readonly token: string
  readonly cookie: string
  /** Sends a request to `/api…` as this user: an object becomes a JSON body. */
  readonly request: (path: string, init?: RequestOptions) => Promise<Response>
}
export type RequestOptions = Omit<RequestInit, 'body'> & { readonly body?: unknown }

export type TestServer = {
  readonly app: Hono
  readonly services: Services
  readonly storage: Storage
  /** http://127.0.0.1:PORT, listening only with `listen`; else http://localhost */
  readonly url: string
  /** Sends a request without a session. */
  readonly request: (path: string, init?: RequestOptions) => Promise<Response>
  /** Signs a user up. The first one is the admin. */
  readonly signUp: (name?: string) => Promise<TestUser>
  readonly close: () => Promise<void>
}

export type TestServerOptions = {
  readonly kind?: TestKind
  readonly env?: Readonly<Record<string, string>>
  /** Fakes of the feed modules; the others refuse, because no test reaches the network. */
  readonly feeds?: Partial<Feeds>
  /** Further or replaced routes, as a function of the services if they need them. */
  readonly routes?: Routes | ((services: Services) => Promise<Routes>)
  readonly now?: () => number
  /** Default: cheap ones. */
  readonly passwords?: Passwords
  /** Where services with comments are reached. */
  readonly threadBases?: Bases
  /** Of requests for pictures. */
  readonly pictureLimits?: Partial<Limits>
  /** True opens an ephemeral port on the loopback. */
  readonly listen?: boolean
} & Partial<
  Pick<ServerParts, 'dist' | 'connect' | 'limits' | 'checkAnswers' | 'findPublicFile' | 'completeSignIn'>
>

/** The secret of every server under test. */
export const SECRET = 'a secret that only tests know, long enough'
export const PASSWORD = 'correct horse battery'

/**
 * One for all servers of a process: its child process takes half a second to start, and ends with this one. A busy machine does
 * not fail a test.
 */
const parsing = createParsing({ timeMs: 60_000 })

/** SIGNUP is open unless `env` says otherwise. Always close it. */
export async function startTestServer(input: TestServerOptions = {}): Promise<TestServer> {
  const storage = await openTestStorage(input.kind)
  const config: Config = readConfig({ SIGNUP: 'open', LOG_LEVEL: 'error', ...input.env })
  const now = input.now ?? Date.now
  const services: Services = {
    config,
    storage,
    feeds: { ...noFeeds, ...input.feeds },
    parsing,
    outbound: createOutbound({ allow: config.FETCH_ALLOW, userAgent: 'Lectern under test' }),
    room: createAccountRoom(storage, { limit: config.ACCOUNT_MB * 1_000_000, now }),
    rulePlugins: createRulePlugins(),
    pluginCommands: createPluginCommands(),
    pluginRankings: createPluginRankings(),
    log: createLog(config.LOG_LEVEL),
    live: createLive({ storage, log: createLog(config.LOG_LEVEL), now, pollMs: 20, beatMs: 50 }),
    pictures: createPictures({ config, secret: SECRET, now, limits: input.pictureLimits }),
    threads: createThreads({ config, parsing, now, bases: input.threadBases }),
    recordings: createRecordings({ config, secret: SECRET }),
    passwords: input.passwords ?? cheapPasswords,
    now,
    newId: testId,
    feedSchemes: createFeedSchemes(),
    addedConfigs: {},
    payments: createPayments(storage),
    feedFields: createFeedFields(),
    secrets: createStoredSecrets(SECRET, 'secrets of inboxes and webhooks'),
  }
  const app = createServer(services, {
    secret: SECRET,
    dist: input.dist ?? '/nonexistent',
    connect: input.connect ?? [],
    routes: {
      ...routes,
      ...(typeof input.routes === 'function' ? await input.routes(services) : input.routes),
    },
    ...(input.findPublicFile && { findPublicFile: input.findPublicFile }),
    ...(input.completeSignIn && { completeSignIn: input.completeSignIn }),
    limits: input.limits ?? false,
    checkAnswers: input.checkAnswers ?? true,
  })
  const port = input.listen ? await listen(app) : null
  const request = createRequester(app, {})
  return {
    app,
    services,
    storage,
    url: port ? `http://127.0.0.1:${port.number}` : 'http://localhost',
    request,
    signUp: (name) => signUp(app, request, name ?? `reader${testId()}`),
    close: async () => {
      services.live.stop()
      await port?.close()
      await services.outbound.close()
      await services.pictures.close()
      await services.recordings.close()
      await services.threads.close()
      await storage.close()
    },
  }
}

async function signUp(app: Hono, request: TestServer['request'], name: string): Promise<TestUser> {
  const email = `${name}@example.org`
  const body = { email, password: PASSWORD, name }
  const answer = await request('/better-auth/sign-up/email', { method: 'POST', body })
  if (!answer.ok) throw new Error(`${name} could not sign up: ${await answer.text()}`)
  const cookie = cookiesOf(answer)
  const { token, user } = (await answer.json()) as { token: string; user: { id: string } }
  return { id: user.id, email, token, cookie, request: createRequester(app, { cookie }) }
}

/** The cookies that a response sets, as a browser sends them back. */
export const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

function createRequester(app: Hono, always: Readonly<Record<string, string>>): TestServer['request'] {
  return async (path, { body, headers, ...init } = {}) => {
    const all = new Headers(headers)
    for (const [name, value] of Object.entries(always)) all.set(name, value)
    const plain = typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData
    if (body !== undefined && !plain && !all.has('content-type')) all.set('content-type', 'application/json')
    const sent = body === undefined || plain ? (body as RequestInit['body']) : JSON.stringify(body)
    return app.request(`/api${path}`, { ...init, headers: all, body: sent })
  }
}

async function listen(app: Hono): Promise<{ number: number; close: () => Promise<void> }> {
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 })
  await new Promise((ready) => server.once('listening', ready))
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      if ('closeAllConnections' in server) server.closeAllConnections()
    })
  return { number: (server.address() as AddressInfo).port, close }
}

const refuse = async () => {
  throw new Refusal('feedFetchError', 'Tests reach no network.')
}
const noFeeds: Feeds = {
  follow: refuse,
  preview: refuse,
  discover: refuse,
  inspectPage: refuse,
  refresh: refuse,
  check: async () => [],
  readability: refuse,
  episodes: { transcript: refuse, chapters: refuse, fetchNew: async () => undefined },
  readPage: refuse,
  proofs: refuse,
  hub: { verify: async () => null, push: async () => false },
  askHubs: async () => undefined,
  start: () => undefined,
  stop: async () => undefined,
}
