import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPluginServer, type PluginServer } from '../../tests/support/plugin-server.ts'
import { refusals } from '../../tests/support/service.ts'
import { kinds } from '../../tests/support/storage.ts'
import { startReadwise, type ReadwiseServer } from '../../tests/support/readwise-server.ts'

describe.each(kinds)('saving to Readwise on %s', (kind) => {
  let readwise: ReadwiseServer
  let plugin: PluginServer

  beforeAll(async () => {
    readwise = await startReadwise()
    plugin = await startPluginServer('readwise', kind)
  })
  afterAll(async () => {
    await plugin.close()
    await readwise.close()
  })
  const save = (entryId = plugin.entryId) => plugin.save({ entryId })
  const set = (change: unknown) => plugin.set(change)

  test('a disabled plugin reports it', async () => {
    expect(await save()).toEqual({ ok: false, words: { key: 'plugin.off' } })
  })

  test('without a token the user sees where to enter it', async () => {
    expect((await set({ values: { enableReadwise: true, readwiseEndpoint: readwise.url } })).status).toBe(200)
    expect(await save()).toEqual({
      ok: false,
      words: { key: 'outside.missing', values: { service: 'Readwise', setting: 'readwiseToken' } },
    })
  })

  test('a token that Readwise does not know is refused with a message', async () => {
    await set({ secrets: { readwiseToken: 'wrong' } })
    expect(await save()).toEqual({
      ok: false,
      words: { key: 'outside.notAccepted', values: { service: 'Readwise' } },
    })
    expect(readwise.documents).toHaveLength(0)
  })

  test('the entry arrives with its text, and saving it again reports that it existed', async () => {
    await set({ secrets: { readwiseToken: readwise.token } })
    expect(await save()).toEqual({
      ok: true,
      output: { url: 'https://read.example.org/read/doc1', openAtOnce: false, again: false },
    })
    expect(readwise.documents[0]).toEqual({
      url: 'https://example.org/a',
      html: '<h2>One</h2><p>A <em>story</em>.</p>',
      title: 'A title',
      author: 'Ada Lovelace',
      summary: 'In short',
      published_date: '2026-11-01T08:00:00.000Z',
      image_url: 'https://example.org/a.png',
      saved_using: 'Lectern',
    })
    expect(await save()).toMatchObject({ ok: true, output: { again: true } })
    await plugin.label('work')
    await save()
    expect(readwise.documents.at(-1)).toMatchObject({ tags: ['work'] })
  })

  test.each([
    ...refusals('Readwise'),
    [
      { status: 200, body: 'not json' },
      { key: 'outside.unreadable', values: { service: 'Readwise' } },
    ],
    [
      { status: 200, body: '{}' },
      { key: 'outside.unreadable', values: { service: 'Readwise' } },
    ],
  ])('the refusal %o becomes words', async (refusal, text) => {
    readwise.refuseNext(refusal)
    expect(await save()).toEqual({ ok: false, words: text })
  })

  test('highlights and notes arrive with their entry, and sending them again updates them', async () => {
    const create = (body: object) =>
      plugin.user.request('/highlights', { method: 'POST', body: { entryId: plugin.entryId, ...body } })
    const send = (input: object = {}) => plugin.call('highlights', input)
    expect(await send()).toEqual({ ok: true, output: { key: 'noHighlights' } })
    await create({
      id: 'first',
      quote: { exact: 'A story', prefix: '', suffix: '.' },
      position: { start: 4, end: 11 },
      note: 'Read *again*',
      createdAt: '2026-01-02T03:04:05.000Z',
    })
    await create({ note: 'About all of it' })
    const sentTwo = { ok: true, output: { key: 'highlightsSent', values: { count: 2 } } }
    expect(await send({ entryId: plugin.entryId })).toEqual(sentTwo)
    const source = {
      title: 'A title',
      author: 'Ada Lovelace',
      source_url: 'https://example.org/a',
      source_type: 'lectern',
      category: 'articles',
    }
    expect(readwise.highlights.get('A story')).toEqual({
      ...source,
      text: 'A story',
      note: 'Read *again*',
      location: 4,
      location_type: 'order',
      highlighted_at: '2026-01-02T03:04:05.000Z',
    })
    expect(readwise.highlights.get('About all of it')).toMatchObject(source)
    await plugin.user.request('/highlights', { method: 'PATCH', body: { id: 'first', note: 'Read' } })
    expect(await send()).toEqual(sentTwo)
    expect(readwise.highlights.get('A story')).toMatchObject({ note: 'Read' })
    expect(await send({ entryId: 'other' })).toEqual({ ok: true, output: { key: 'noHighlights' } })
  })

  test.each([
    ...refusals('Readwise'),
    [
      { status: 200, body: '{}' },
      { key: 'outside.unreadable', values: { service: 'Readwise' } },
    ],
  ])('the refusal %o of highlights becomes words', async (refusal, text) => {
    readwise.refuseNext(refusal)
    expect(await plugin.call('highlights', {})).toEqual({ ok: false, words: text })
  })

  test('the token is checked in words', async () => {
    expect(await plugin.call('check', {})).toEqual({ ok: true, output: { key: 'tokenGood' } })
    readwise.refuseNext({ status: 401, body: '{}' })
    expect(await plugin.call('check', {})).toMatchObject({ ok: false, words: { key: 'outside.notAccepted' } })
  })

  test('a missing entry is reported as missing', async () => {
    expect(await save('1')).toEqual({ ok: false, words: { key: 'plugin.entryGone' } })
  })

  test('the token is never returned, and is encrypted in the database', async () => {
    const answer = await plugin.user.request('/plugins/readwise/settings')
    const text = await answer.text()
    expect(JSON.parse(text)).toMatchObject({ data: { secretsSet: ['readwiseToken'] } })
    expect(text).not.toContain(readwise.token)
    const row = await plugin.server.storage.db
      .selectFrom('pluginSettings')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(readwise.token)
  })

  test('a second user has their own settings and sees nothing of the first', async () => {
    const other = await plugin.server.signUp('other')
    const answer = (await (await other.request('/plugins/readwise/settings')).json()) as { data: unknown }
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
