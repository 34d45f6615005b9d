/** The largest permitted input to the calls with heavy work: other requests get responses meanwhile. */
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { startTestServer, type TestServer, type TestUser } from '../../../tests/support/server.ts'
import { startSite, type Site } from '../../../tests/support/site.ts'
import type { Rule } from '../../contract/actions.ts'
import { createFeeds, type Feeds } from '../feeds/index.ts'
import { runHalf } from '../plugins/halves/run-half.ts'
import { insertHighlights } from '../storage/entries/highlights.ts'

/** Minimum number of responses while heavy work runs in turns, or elsewhere. Where it blocks, there is none or one. */
const SEVERAL = 5

let server: TestServer
let site: Site
let feeds: Feeds
let user: TestUser
let feedId: string
let entryIds: string[]

beforeAll(async () => {
  server = await startTestServer({ env: { FETCH_ALLOW: '127.0.0.1' } })
  site = await startSite()
  feeds = createFeeds(server.services)
  user = await server.signUp('heavy')
  feedId = await seedFeed(server.storage, { url: 'https://heavy.example/feed' })
  await seedSubscription(server.storage, user.id, feedId, {})
  entryIds = await seedEntries(
    server.storage,
    feedId,
    Array.from({ length: 20 }, (_, at) => ({
      guid: `${at}`,
      url: `https://heavy.example/${at}`,
      description: 'a'.repeat(2000),
      content: 'ab'.repeat(25_000),
    })),
  )
})
afterAll(async () => {
  await feeds.stop()
  await server.close()
  site.close()
})

/** Number of responses of /healthz during some work. */
async function answersDuring(work: () => Promise<unknown>): Promise<number> {
  const state = { isOver: false }
  const working = work().finally(() => (state.isOver = true))
  let answers = 0
  while (!state.isOver) {
    const answer = await server.app.request('/healthz')
    if (answer.status === 200) answers += 1
    await turn()
  }
  await working
  return answers
}
const post = async (path: string, body: object, status = 200, method = 'POST') =>
  answered(await user.request(path, { method, body }), status)

async function answered(answer: Response, status = 200): Promise<Response> {
  const text = await answer.clone().text()
  expect(answer.status, text.slice(0, 300)).toBe(status)
  return answer
}
const matching = (...patterns: readonly string[]): Rule => ({
  name: 'heavy',
  condition: [patterns.map((value) => ({ field: 'entry_content', operator: 'regex', value }))],
  result: { star: true },
})
/** Of two letters, without a repetition that a matcher could profit from. */
function irregular(length: number): string {
  let state = 1
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647
    return state % 2 === 0 ? 'a' : 'b'
  }).join('')
}
/** A large one, which takes about a second for a text. */
const PATTERN = '(?:[ab]{0,40}a){20}[xy]'

test('a dry run of rules', async () => {
  const heavyFeed = await seedFeed(server.storage)
  await seedSubscription(server.storage, user.id, heavyFeed, {})
  await seedEntries(server.storage, heavyFeed, [
    { content: irregular(50_000) },
    { content: irregular(50_000) },
  ])
  const dryRun = () => post('/actions/dry-run', { feedId: heavyFeed, rules: [matching(PATTERN)] })
  expect(await answersDuring(dryRun)).toBeGreaterThan(SEVERAL)
})

test('saving rules with as many patterns as fit', async () => {
  const patterns = Array.from({ length: 50 }, (_, at) => `(?:[a-z]{0,40}[0-9]){20}${at}`)
  const rules = Array.from({ length: 10 }, () => matching(...patterns))
  await answersDuring(() => post('/actions', { rules }, 422, 'PUT'))
  const fitting = Array.from({ length: 10 }, () => matching('a'.repeat(400)))
  expect((await post('/actions', { rules: fitting }, 200, 'PUT')).status).toBe(200)
})

test('reading entries with rewrites that multiply, and take the square of the text', async () => {
  const rewriteRules = [
    { from: 'b', to: 'b'.repeat(2000) },
    { from: '/a(.*b)?/', to: 'aa' },
  ]
  await server.storage.db
    .insertInto('entryActions')
    .values(
      entryIds.map((entryId) => ({
        userId: user.id,
        entryId,
        result: JSON.stringify({ rewriteRules }),
        blocked: 0 as const,
      })),
    )
    .execute()
  const read = () => post('/entries', { view: 0, limit: 3 })
  expect(await answersDuring(read)).toBeGreaterThan(SEVERAL)
  await server.storage.db.deleteFrom('entryActions').execute()
})

test('importing entries with as many highlights as fit', async () => {
  const entries = entryIds.map((_, at) => ({
    url: `https://heavy.example/${at}`,
    guid: null,
    title: null,
    content: null,
    author: null,
    publishedAt: null,
    feedUrl: null,
    starred: true,
    read: true,
    labels: ['one', 'two'],
    highlights: Array.from({ length: 53 }, (__, of) => ({ text: `h${of}`, note: null, createdAt: null })),
  }))
  expect(await answersDuring(() => post('/imports/entries', { entries }))).toBeGreaterThan(SEVERAL)
})

test('an OPML file', async () => {
  const lines = Array.from(
    { length: 10_000 },
    (_, at) => `<outline text="${at}" xmlUrl="https://a.example/${at}"/>`,
  )
  const form = new FormData()
  form.set('file', new File([`<opml><body>${lines.join('')}</body></opml>`], 'feeds.opml'))
  const parse = async () =>
    answered(await user.request('/subscriptions/parse-opml', { method: 'POST', body: form }))
  expect(await answersDuring(parse)).toBeGreaterThan(SEVERAL)
})

test('a page with selectors, and one that is saved', async () => {
  site.answer = (_, response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<body>${'<p>some <i>words</i></p>'.repeat(20_000)}</body>`)
  const address = `lectern://page?url=${encodeURIComponent(`${site.url}/`)}&item=${encodeURIComponent('div div ~ p i ~ b')}`
  const preview = () => feeds.preview(address, user.id).catch(() => null)
  expect(await answersDuring(preview)).toBeGreaterThan(SEVERAL)
  const save = () => feeds.readPage(`${site.url}/`, user.id).catch(() => null)
  expect(await answersDuring(save)).toBeGreaterThan(SEVERAL)
}, 120_000)

test('highlights, as many as a page has', async () => {
  const row = {
    prefix: '',
    suffix: '',
    startOffset: null,
    endOffset: null,
    color: 'yellow',
    note: null,
  } as const
  const rows = Array.from({ length: 500 }, (_, at) => ({
    ...row,
    id: `h${at}`,
    entryId: entryIds[0] ?? '',
    exact: 'x'.repeat(10_000),
    title: null,
    createdAt: at,
  }))
  await insertHighlights(server.storage, user.id, rows, { now: 0, room: 500 })
  await answersDuring(async () => answered(await user.request('/highlights?limit=500')))
  expect((await server.app.request('/healthz')).status).toBe(200)
})

test('an entry that a program puts into an inbox', async () => {
  await post('/inboxes', { handle: 'heavy-inbox' })
  const inbox = (await (await user.request('/inboxes?handle=heavy-inbox')).json()) as {
    data: { id: string; secret: string }
  }
  const put = async () =>
    answered(
      await server.request('/inboxes/webhook', {
        method: 'POST',
        headers: { 'X-Follow-Handle': inbox.data.id, 'X-Follow-Secret': inbox.data.secret },
        body: {
          guid: 'g',
          publishedAt: '2026-01-01T00:00:00.000Z',
          content: '<b>x'.repeat(220_000),
        },
      }),
    )
  expect(await answersDuring(put)).toBeGreaterThan(SEVERAL)
})

test('a server half that never ends', async () => {
  const run = () =>
    runHalf({
      code: `lectern.start({ start(host) { host.answer('go', async () => { for (;;) {} }) } })`,
      call: 'go',
      kind: 'call',
      input: {},
      settings: {},
      secrets: {},
      functions: {},
      log: () => {},
    }).catch(() => null)
  expect(await answersDuring(run)).toBeGreaterThan(SEVERAL)
})
