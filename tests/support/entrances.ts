/** Every entry point for foreign text, each with a document that is deep, long or both. */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import nodemailer from 'nodemailer'
import type { Storage } from '../../src/server/storage/open.ts'
import { seedEntries, seedFeed, seedSubscription } from './library.ts'
import { startSite, type Site } from './site.ts'
import { testId } from './storage.ts'

/** A server with a user, and the environment of the entry points. */
export type EntranceServer = {
  /** http://127.0.0.1:PORT */
  readonly url: string
  readonly smtpPort: number
  /** The server's database, opened a second time. */
  readonly storage: Storage
  readonly site: Site
  readonly cookie: string
  readonly userId: string
}
type EntranceResult = {
  /** HTTP or SMTP */
  readonly status: number
  /** The body, or the line of an SMTP server. */
  readonly text: string
}
export type Entrance = {
  readonly name: string
  readonly send: (server: EntranceServer) => Promise<EntranceResult>
  /** The permitted statuses of its document: success, and a refusal with a message. */
  readonly statuses: readonly number[]
}

const SECRET = 'a secret between the hub and us'
const INBOX = { domain: 'in.example', handle: 'letters' }

/** The settings for a server with all entry points enabled. */
export const entranceEnv = (site: Site, smtpPort: number): Readonly<Record<string, string>> => ({
  LOG_LEVEL: 'silent',
  SIGNUP: 'open',
  FETCH_ALLOW: '127.0.0.0/8',
  PORT: '0',
  INBOX_DOMAIN: INBOX.domain,
  SMTP_LISTEN: `127.0.0.1:${smtpPort}`,
  RSSHUB_URL: `${site.url}/rsshub`,
})

/** A port without a listener. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

const repeated = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length))
const deepFeed = (tags: number): string =>
  `<rss version="2.0"><channel><title>Deep</title><item><guid>1</guid><description><![CDATA[${'<div>'.repeat(tags)}]]></description></item></channel></rss>`
const rsshubRoutes = (): string => {
  const routes = Array.from(
    { length: 19_000 },
    (_, at) => `"/r${at}":{"name":"Route ${at}","example":"/a/${at}"}`,
  )
  return `{"a":{"name":"A","routes":{${routes.join(',')}}}}`
}

/** The documents of the site by path, with their content types. */
const documents: Readonly<Record<string, readonly [type: string, body: () => string]>> = {
  '/deep.xml': ['application/rss+xml', () => deepFeed(300_000)],
  '/deep-page': ['text/html', () => repeated('<b>', 1_200_000)],
  '/long-author.xml': [
    'application/rss+xml',
    () =>
      `<rss><channel><title>Author</title><item><guid>1</guid><author>${'-'.repeat(190_000)}</author></item></channel></rss>`,
  ],
  '/shallow.xml': [
    'application/rss+xml',
    () =>
      `<rss><channel><title>Plain</title><link>/deep-page</link><item><guid>1</guid></item></channel></rss>`,
  ],
  '/article': ['text/html', () => `<html><body><article>${repeated('<div>words ', 1_200_000)}`],
  '/wide-article': ['text/html', () => `<html><body>${repeated('<p>words<b>x</b></p>', 1_500_000)}`],
  '/rsshub/api/namespace': ['application/json', rsshubRoutes],
}

export async function startEntranceSite(): Promise<Site> {
  const site = await startSite()
  site.answer = ({ url }, response) => {
    const [type, body] = documents[URL.parse(url ?? '', site.url)?.pathname ?? ''] ?? []
    if (type === undefined || body === undefined) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': type }).end(body())
  }
  return site
}

/** Signs up the admin of a new server, and creates an inbox. */
export async function openEntrances(
  server: Omit<EntranceServer, 'cookie' | 'userId'>,
): Promise<EntranceServer> {
  const { url } = server
  const body = { email: 'ann@example.org', password: 'correct horse battery', name: 'ann' }
  const response = await fetch(`${url}/api/better-auth/sign-up/email`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const { user } = (await response.json()) as { user: { id: string } }
  const open = { ...server, cookie, userId: user.id }
  await post('/inboxes', { handle: INBOX.handle, title: 'Letters' })(open)
  return open
}

type Send = Entrance['send']
const requests = async ({ url, cookie }: EntranceServer, path: string, init: RequestInit = {}) => {
  const headers = { cookie, origin: url, ...init.headers }
  const response = await fetch(`${url}/api${path}`, { ...init, headers })
  return { status: response.status, text: await response.text() }
}
const get =
  (path: (server: EntranceServer) => string): Send =>
  (server) =>
    requests(server, path(server))
function post(path: string, body: unknown): Send {
  return (server) =>
    requests(server, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
}
const opml =
  (path: string, text: () => string): Send =>
  (server) =>
    requests(server, path, { method: 'POST', headers: { 'content-type': 'text/x-opml' }, body: text() })
const follow =
  (path: string): Send =>
  (server) =>
    post('/subscriptions', { url: `${server.site.url}${path}`, view: 0 })(server)

const readable =
  (path: string): Send =>
  async (server) => {
    const feedId = await seedFeed(server.storage)
    await seedSubscription(server.storage, server.userId, feedId)
    const [id = ''] = await seedEntries(server.storage, feedId, [{ url: `${server.site.url}${path}` }])
    return requests(server, `/entries/readability?id=${id}`)
  }

/** Stored as it would be after the sanitiser, which flattens deep markup but keeps long text. */
const shared: Send = async (server) => {
  const feedId = await seedFeed(server.storage)
  await seedSubscription(server.storage, server.userId, feedId)
  const content = repeated('<p>words</p>', 5_000_000)
  const [id = ''] = await seedEntries(server.storage, feedId, [{ content }])
  const response = await fetch(`${server.url}/share/entries/${id}`)
  return { status: response.status, text: await response.text() }
}

const pushed: Send = async (server) => {
  const feedId = await seedFeed(server.storage, { url: `${server.site.url}/topic` })
  await seedSubscription(server.storage, server.userId, feedId)
  const token = testId()
  const now = Date.now()
  await server.storage.db
    .insertInto('hubs')
    .values({
      feedId,
      hub: 'https://hub.example/',
      topic: 'https://site.example/',
      token,
      secret: SECRET,
      state: 'active',
      leaseUntil: now + 86_400_000,
      pushedAt: null,
      askAt: now + 86_400_000,
      failures: 0,
      message: null,
    })
    .execute()
  const body = deepFeed(400_000)
  const signature = `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`
  const response = await fetch(`${server.url}/websub/${token}`, {
    method: 'POST',
    headers: { 'x-hub-signature': signature, 'content-type': 'application/rss+xml' },
    body,
  })
  return { status: response.status, text: await response.text() }
}

const mailed =
  (html: () => string): Send =>
  async ({ smtpPort }) => {
    const transport = nodemailer.createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true })
    const raw = `From: a@sender.example\r\nSubject: Deep\r\nContent-Type: text/html\r\n\r\n${html()}\r\n`
    const envelope = { from: 'a@sender.example', to: `${INBOX.handle}@${INBOX.domain}` }
    try {
      const { response } = await transport.sendMail({ envelope, raw })
      return { status: Number(response.slice(0, 3)), text: response }
    } catch (error) {
      const { responseCode = 0, response = String(error) } = error as {
        responseCode?: number
        response?: string
      }
      return { status: responseCode, text: response }
    }
  }

const letter = {
  to: { address: `${INBOX.handle}@${INBOX.domain}` },
  messageId: 'deep',
  date: 0,
  subject: 'Deep',
}

/** In an order that satisfies their dependencies. */
export const entrances: readonly Entrance[] = [
  { name: 'a new feed, 300,000 open tags', send: follow('/deep.xml'), statuses: [200] },
  { name: 'a new feed, an author of 190,000 characters', send: follow('/long-author.xml'), statuses: [200] },
  { name: 'a new feed whose site has a deep page', send: follow('/shallow.xml'), statuses: [200] },
  {
    name: 'a page as a feed, 400,000 open tags',
    send: get(({ site }) => `/feeds?url=${encodeURIComponent(`${site.url}/deep-page`)}`),
    statuses: [400],
  },
  {
    name: 'OPML read, 200,000 open tags',
    send: opml('/subscriptions/parse-opml', () => `<opml>${'<outline text="a">'.repeat(200_000)}`),
    statuses: [200],
  },
  {
    name: 'OPML read, 500,000 open tags',
    send: opml('/subscriptions/parse-opml', () => `<opml>${'<outline text="a">'.repeat(500_000)}`),
    statuses: [200],
  },
  {
    name: 'OPML read, 45,000 feeds',
    send: opml(
      '/subscriptions/parse-opml',
      () => `<opml>${'<outline xmlUrl="http://a.example/x" />'.repeat(45_000)}`,
    ),
    statuses: [200],
  },
  {
    name: 'mail by SMTP, 10 MB of open tags',
    send: mailed(() => repeated(`${'<div>'.repeat(100)}\r\n`, 10_000_000)),
    statuses: [250, 554],
  },
  {
    name: 'mail from a gateway, 1 MB of open tags',
    send: post('/inboxes/email', { ...letter, html: repeated('<b>', 1_000_000) }),
    statuses: [200],
  },
  { name: 'readability, a deep page', send: readable('/article'), statuses: [422] },
  { name: 'a push of a hub, 400,000 open tags', send: pushed, statuses: [202] },
  { name: 'routes of an RSSHub, 19,000', send: get(() => '/discover/rsshub?namespace=a'), statuses: [200] },
  { name: 'a shared entry of 5 MB', send: shared, statuses: [200] },
]

/** The slow ones, for the bench. */
export const slowEntrances: readonly Entrance[] = [
  {
    name: 'mail by SMTP, 10 MB of lines',
    send: mailed(() => repeated('a\r\n', 10_000_000)),
    statuses: [250, 554],
  },
  { name: 'readability, a wide page', send: readable('/wide-article'), statuses: [422] },
  {
    name: 'OPML imported, 500,000 open tags',
    send: opml('/subscriptions/import', () => `<opml>${'<outline text="a">'.repeat(500_000)}`),
    statuses: [200],
  },
  {
    name: 'OPML read, 150,000 feeds',
    send: opml(
      '/subscriptions/parse-opml',
      () => `<opml>${'<outline xmlUrl="http://a.example/x" />'.repeat(150_000)}`,
    ),
    statuses: [400],
  },
]
