import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutbound } from '../../src/server/outbound/index.ts'
import { createPlugins } from '../../src/server/plugins/index.ts'
import { builtInPlugins, loadPlugins } from '../../src/server/plugins/load.ts'
import { entriesRoutes } from '../../src/server/routes/entries.ts'
import { seedEntries, seedFeed, seedSubscription } from '../../tests/support/library.ts'
import { startTestServer, type TestUser, type TestServer } from '../../tests/support/server.ts'
import { kinds } from '../../tests/support/storage.ts'
import { startReadwise, type ReadwiseServer } from './testing/readwise-server.ts'

describe.each(kinds)('saving to Readwise on %s', (kind) => {
  let readwise: ReadwiseServer
  let server: TestServer
  let reader: TestUser
  let entryId: string

  beforeAll(async () => {
    readwise = await startReadwise()
    const outbound = createOutbound({ allow: ['127.0.0.1'], userAgent: 'Lectern test' })
    server = await startTestServer({
      kind,
      routes: async (services) =>
        createPlugins(services, {
          plugins: await loadPlugins(builtInPlugins, (id, error) => {
            throw new Error(`${id} cannot be loaded`, { cause: error })
          }),
          outbound,
          secret: 'a secret of the tests, long enough to seal with',
          readEntry: entriesRoutes['entries.get'],
        }),
    })
    reader = await server.signUp('saver')
    entryId = await storedEntry(server, reader.id)
  })
  afterAll(async () => {
    await server.close()
    await readwise.close()
  })

  const save = async (id = entryId) => {
    const answer = await reader.ask('/plugins/readwise/calls/save', {
      method: 'POST',
      body: { input: { entryId: id } },
    })
    return ((await answer.json()) as { data: unknown }).data
  }
  const set = (body: unknown) => reader.ask('/plugins/readwise/settings', { method: 'PATCH', body })

  test('a disabled plugin reports it', async () => {
    expect(await save()).toEqual({ ok: false, words: { key: 'plugin.off' } })
  })

  test('without a token the user sees where to enter it', async () => {
    expect((await set({ values: { enableReadwise: true, readwiseEndpoint: readwise.url } })).status).toBe(200)
    expect(await save()).toEqual({ ok: false, words: { key: 'noToken' } })
  })

  test('a token that Readwise does not know is refused with a message', async () => {
    await set({ secrets: { readwiseToken: 'wrong' } })
    expect(await save()).toEqual({ ok: false, words: { key: 'tokenRefused' } })
    expect(readwise.documents).toHaveLength(0)
  })

  test('the entry arrives with its text, and saving it again reports that it existed', async () => {
    await set({ secrets: { readwiseToken: readwise.token } })
    expect(await save()).toEqual({
      ok: true,
      output: { url: 'https://read.example.org/read/doc1', again: false },
    })
    expect(readwise.documents[0]).toEqual({
      url: 'https://example.org/a',
      html: '<p>A story.</p>',
      title: 'A title',
      author: 'Ada',
      summary: 'In short',
      published_date: '2026-11-01T08:00:00.000Z',
      image_url: 'https://example.org/a.png',
      saved_using: 'Lectern',
    })
    expect(await save()).toMatchObject({ ok: true, output: { again: true } })
  })

  test.each([
    [
      { status: 429, headers: { 'retry-after': '30' }, body: '' },
      { key: 'tooOftenWait', values: { seconds: 30 } },
    ],
    [{ status: 429, body: '' }, { key: 'tooOften' }],
    [
      { status: 503, body: 'down' },
      { key: 'serviceDown', values: { status: 503 } },
    ],
    [
      { status: 400, body: '{"url":["Enter a valid URL."]}' },
      { key: 'refused', values: { status: 400, reason: 'url: Enter a valid URL.' } },
    ],
    [{ status: 200, body: 'not json' }, { key: 'answerUnreadable' }],
    [{ status: 200, body: '{}' }, { key: 'answerUnreadable' }],
  ])('the refusal %o becomes words', async (refusal, text) => {
    readwise.refuseNext(refusal)
    expect(await save()).toEqual({ ok: false, words: text })
  })

  test('a missing entry is reported as missing', async () => {
    expect(await save('1')).toEqual({ ok: false, words: { key: 'plugin.entryGone' } })
  })

  test('the token is never returned, and is encrypted in the database', async () => {
    const answer = await reader.ask('/plugins/readwise/settings')
    const text = await answer.text()
    expect(JSON.parse(text)).toMatchObject({ data: { secretsSet: ['readwiseToken'] } })
    expect(text).not.toContain(readwise.token)
    const row = await server.storage.db.selectFrom('pluginSettings').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(readwise.token)
  })

  test('a second user has their own settings and sees nothing of the first', async () => {
    const other = await server.signUp('other')
    const answer = (await (await other.ask('/plugins/readwise/settings')).json()) as { data: unknown }
    expect(answer.data).toMatchObject({ values: { enableReadwise: false }, secretsSet: [] })
  })

  test('settings that the schema does not know are refused and named', async () => {
    const wrong = await set({ values: { readwiseEndpoint: 'ftp://example.org' } })
    expect(wrong.status).toBe(400)
    expect(await wrong.text()).toContain('readwiseEndpoint')
    expect((await set({ values: { unheardOf: true } })).status).toBe(400)
    expect((await set({ secrets: { otherToken: 'x' } })).status).toBe(400)
  })

  test('a host without permission gets no request', async () => {
    await set({ values: { readwiseEndpoint: 'http://10.0.0.1' } })
    expect(await save()).toMatchObject({ ok: false, words: { key: 'outside.unreachable' } })
    await set({ values: { readwiseEndpoint: readwise.url } })
  })

  test('a service that is switched off is named with the cause', async () => {
    const gone = await startReadwise()
    await gone.close()
    await set({ values: { readwiseEndpoint: gone.url } })
    expect(await save()).toMatchObject({ ok: false, words: { key: 'outside.unreachable' } })
    await set({ values: { readwiseEndpoint: readwise.url } })
  })
})

async function storedEntry({ storage }: TestServer, userId: string): Promise<string> {
  const feedId = await seedFeed(storage)
  await seedSubscription(storage, userId, feedId)
  const media = JSON.stringify([{ type: 'photo', url: 'https://example.org/a.png' }])
  const publishedAt = Date.UTC(2026, 10, 1, 8)
  const notifications = {
    title: 'A title',
    url: 'https://example.org/a',
    description: 'In short',
    author: 'Ada',
  }
  const [id = ''] = await seedEntries(storage, feedId, [
    { ...notifications, media, publishedAt, content: '<p>A story.</p>' },
  ])
  return id
}
