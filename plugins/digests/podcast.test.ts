import type { Kysely } from 'kysely'
import { expect, test, describe, afterEach } from 'vitest'
import { parsers } from '../../src/server/parsing/parsers.ts'
import { seedEntries, seedFeed, seedSubscription } from '../../tests/support/library.ts'
import { startPluginServer, type PluginServer } from '../../tests/support/plugin-server.ts'
import { writePodcast } from './podcast.ts'
import { morning } from './testing/morning.ts'

const digest = { ...morning, query: '', byMail: false }
const NOW = Date.UTC(2026, 10, 2, 5)
const selected = (entry: object) =>
  ({
    entry: {
      id: '7',
      title: 'Episode',
      url: 'https://a.example/7',
      publishedAt: new Date(NOW).toISOString(),
      ...entry,
    },
    feed: { title: 'Show' },
  }) as never
const written = (...entries: readonly never[]) =>
  writePodcast({
    title: 'Morning',
    description: 'Audio',
    language: 'en',
    link: 'https://reader.example',
    entries,
  })
/** As the reader itself reads it. */
async function readFeed(xml: string) {
  const document = {
    bytes: new TextEncoder().encode(xml),
    contentType: 'application/rss+xml',
    url: 'https://reader.example/feed',
  }
  const result = await parsers.feed.parse({ document, now: NOW })
  if (!result.ok) throw new Error(result.message)
  return result
}

test('each audio file is an episode that the reader itself reads', async () => {
  const attachments = [
    {
      url: 'https://a.example/1.mp3',
      mime_type: 'audio/mpeg',
      duration_in_seconds: '61.4',
      size_in_bytes: 1234,
    },
    { url: 'https://a.example/2.m4a', title: 'Part two' },
    { url: 'https://a.example/film.mp4', mime_type: 'video/mp4' },
    { url: 'file:///etc/passwd', mime_type: 'audio/mpeg' },
    { url: 'javascript:alert(1)//a.mp3', mime_type: 'audio/mpeg' },
  ]
  const xml = await written(selected({ author: 'Ada', description: 'In short', attachments }))
  expect(xml).toContain('<itunes:duration>')
  expect(xml).toContain('<itunes:block>')
  const { feed, entries } = await readFeed(xml)
  expect(feed.title).toBe('Morning')
  expect(entries.map((entry) => [entry.guid, entry.attachments])).toEqual([
    [
      '7',
      [
        expect.objectContaining({
          url: 'https://a.example/1.mp3',
          mime_type: 'audio/mpeg',
          size_in_bytes: 1234,
        }),
      ],
    ],
    ['7-2', [expect.objectContaining({ url: 'https://a.example/2.m4a' })]],
  ])
  expect(entries[1]?.title).toBe('Episode: Part two')
})

test('hostile titles stay text', async () => {
  const hostile = ']]></title><item><guid>x</guid></item>\u0000\u0008 & <b>'
  const attachments = [{ url: 'https://a.example/1.mp3?a=1&b="><x/>', mime_type: 'audio/mpeg"><x/>' }]
  const xml = await written(selected({ title: hostile, author: hostile, description: hostile, attachments }))
  const { entries } = await readFeed(xml)
  expect(entries).toHaveLength(1)
  expect(entries[0]?.title).toContain('guid')
})

describe('the address of a podcast feed', () => {
  let plugin: PluginServer
  afterEach(() => plugin.close())

  test('serves the audio to whoever has it, until there is a new one', async () => {
    plugin = await startPluginServer('digests', 'sqlite', { now: () => NOW })
    await plugin.set({ values: { enableDigests: true } })
    const feedId = await seedFeed(plugin.server.storage, { title: 'Show' })
    await seedSubscription(plugin.server.storage, plugin.user.id, feedId)
    const attachments = JSON.stringify([{ url: 'https://a.example/1.mp3', mime_type: 'audio/mpeg' }])
    await seedEntries(plugin.server.storage, feedId, [{ title: 'Episode', attachments }, { title: 'A text' }])
    const put = (await plugin.call('put', {
      ...digest,
    })) as { output: { id: string } }
    const { id } = put.output
    const make = async () =>
      ((await plugin.call('makePodcast', { id })) as { output: { path: string } }).output.path
    const get = (path: string, headers: Record<string, string> = {}) =>
      plugin.server.app.request(path, { headers })

    const path = await make()
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    expect((await readFeed(await response.text())).entries.map(({ title }) => title)).toEqual(['Episode'])
    const again = await get(path, { 'if-none-match': response.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)

    // The tables have no token.
    const token = path.split('/').at(-1) ?? ''
    expect(token).toHaveLength(43)
    const db = plugin.server.storage.db as unknown as Kysely<{ digests: object }>
    expect(JSON.stringify(await db.selectFrom('digests').selectAll().execute())).not.toContain(token)

    // A wrong token, a digest that is not there, and another plugin look alike.
    const [start] = path.split(`${id}/`)
    const wrong = [
      `${start}${id}/${'A'.repeat(43)}`,
      `${start}${id}/${token}x`,
      `${start}${crypto.randomUUID()}/${token}`,
      `/api/plugins/hello/public/${id}/${token}`,
      `/api/plugins/none/public/${id}/${token}`,
    ]
    for (const address of wrong) {
      const refused = await get(address)
      expect([address, refused.status, await refused.text()]).toEqual([address, 404, ''])
    }

    const disable = async (deleted: boolean) =>
      plugin.server.storage.db.updateTable('user').set({ deleted }).where('id', '=', plugin.user.id).execute()
    await disable(true)
    expect((await get(path)).status).toBe(404)
    await disable(false)
    expect((await get(path)).status).toBe(200)

    // Another user can neither renew nor remove it, and their own address shows what they may see.
    const other = await plugin.server.signUp('other')
    await other.request('/plugins/digests/settings', {
      method: 'PATCH',
      body: { values: { enableDigests: true } },
    })
    const asOther = async (name: string, input: object) => {
      const answer = await other.request(`/plugins/digests/calls/${name}`, {
        method: 'POST',
        body: { input },
      })
      return ((await answer.json()) as { data: { output: { id: string; path: string } } }).data
    }
    for (const name of ['makePodcast', 'removePodcast'])
      expect(await asOther(name, { id })).toEqual({ ok: false, words: { key: 'noDigest' } })
    expect((await get(path)).status).toBe(200)
    const own = await asOther('put', {
      ...digest,
      name: 'Mine',
    })
    const ownPath = (await asOther('makePodcast', { id: own.output.id })).output.path
    expect((await readFeed(await (await get(ownPath)).text())).entries).toEqual([])
    expect((await get(ownPath.replace(own.output.id, id))).status).toBe(404)

    const renewed = await make()
    expect((await get(path)).status).toBe(404)
    expect((await get(renewed)).status).toBe(200)
    await plugin.set({ values: { enableDigests: false } })
    expect((await get(renewed)).status).toBe(404)
    await plugin.set({ values: { enableDigests: true } })
    await plugin.call('removePodcast', { id })
    expect((await get(renewed)).status).toBe(404)
  })
})
