import { afterEach, beforeEach, expect, test } from 'vitest'
import { guestBundle, installBundle } from '../../../tests/support/guest-plugin.ts'
import { startPluginServer, type PluginServer } from '../../../tests/support/plugin-server.ts'
import { rssOf, startSite, type Site } from '../../../tests/support/site.ts'
import { createFeeds, type Feeds } from '../feeds/index.ts'

const FULL = { code: 97007, message: 'The account has no room left' }

/** Texts of a plugin, as long as they may be. */
const SETTINGS = Object.fromEntries(
  Array.from({ length: 10 }, (_, at) => [`text${at}`, { type: 'string', default: '' }]),
)
const texts = (count: number, length = 4000) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`text${at}`, 'x'.repeat(length)]))

let plugin: PluginServer
beforeEach(async () => {
  plugin = await startPluginServer('beacon', 'sqlite', {
    env: { ACCOUNT_MB: '1', FETCH_ALLOW: '127.0.0.1' },
  })
})
afterEach(() => plugin.close())

const ask = async (method: string, path: string, body: object) =>
  (await plugin.user.request(path, { method, body })).json()
/** @param size characters of its code */
const bundleOf = (id: string, size: number) =>
  guestBundle({ id, settings: SETTINGS }).replace('"client":""', `"client":"/*${'x'.repeat(size)}*/"`)
const install = async (id: string, size: number) =>
  (await installBundle(plugin.user, bundleOf(id, size))).json()

test('a plugin is not installed where the account has no room left, but may become smaller', async () => {
  expect(await install('one', 600_000)).toMatchObject({ code: 0 })
  expect(await install('two', 600_000)).toMatchObject(FULL)
  expect(await install('one', 500_000)).toMatchObject({ code: 0 })
})

test('long settings of a plugin take room, and switches always fit', async () => {
  await install('one', 970_000)
  const set = (values: object) => ask('PATCH', '/plugins/one/settings', { values })
  expect(await set(texts(5))).toMatchObject({ code: 0 })
  expect(await set(texts(10))).toMatchObject(FULL)
  expect(await set(texts(5, 10))).toMatchObject({ code: 0 })
  expect(await set({ enabled: false })).toMatchObject({ code: 0 })
})

test('runs of rules and reports of imports take room', async () => {
  const to = 'x'.repeat(1900)
  const rewrites = Array.from({ length: 10 }, () => ({ from: 'a', to }))
  const rules = [{ name: 'long', condition: [], result: { rewriteRules: rewrites } }]
  expect(await ask('POST', '/actions/run', { rules })).toMatchObject({ code: 0 })
  await install('one', 970_000)
  expect(await ask('POST', '/actions/run', { rules })).toMatchObject(FULL)
  const outline = `<outline text="${'t'.repeat(30_000)}" xmlUrl="https://feed.example/"/>`
  const file = `<opml version="2.0"><body>${outline}</body></opml>`
  const form = new FormData()
  form.set('file', new File([file], 'feeds.opml'))
  const imported = await plugin.user.request('/subscriptions/import', { method: 'POST', body: form })
  expect(await imported.json()).toMatchObject(FULL)
})

test('entries of a feed that is fetched for one user take that room, and stay out in words', async () => {
  const { server, user } = plugin
  const site: Site = await startSite()
  const feeds: Feeds = createFeeds(server.services)
  try {
    let titles = ['first']
    site.answer = (_, response) => void response.end(rssOf(titles))
    const { id } = await feeds.follow(`${site.url.replace('//', '//ann:secret@')}/feed`, user.id)
    const stored = async () =>
      (await server.storage.db.selectFrom('entries').select('title').where('feedId', '=', id).execute()).map(
        ({ title }) => title,
      )
    expect(await stored()).toEqual(['first'])
    await install('one', 990_000)
    titles = ['second', 'first']
    site.answer = (_, response) =>
      void response.end(
        rssOf(titles).replaceAll('</item>', `<description>${'w '.repeat(8000)}</description></item>`),
      )
    expect(await feeds.refresh(id)).toMatchObject({
      outcome: 'failed',
      message: 'Your account has no room left for new entries of this feed, which is fetched for you alone',
    })
    expect(await stored()).toEqual(['first'])
    await expect(feeds.follow(`${site.url.replace('//', '//ann:secret@')}/other`, user.id)).rejects.toThrow(
      FULL.message,
    )
  } finally {
    await feeds.stop()
    site.close()
  }
})
