/** kill -9 of the server: acknowledged changes are stored, others are sent again, and no feed is stored partially. */
import type { Request } from '@playwright/test'
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'
import {
  acknowledgedReads,
  entriesOnServer,
  expectCountsToEqualLists,
  expectEachAppliedOnce,
  recordChanges,
  readOnServer,
  reconnect,
  waitForServiceWorker,
} from './expected-state.ts'

test.use({ env: {}, profileKind: 'own' })

const FEEDS = 16
const ENTRIES = 100

test('The server is killed while a user reads and while it stores a crawl, and nothing is lost or there twice', async ({
  signedUp: reader,
  feeds,
  lectern,
  context,
}) => {
  test.setTimeout(300_000)
  const { page } = reader

  await test.step('every mark arrives once', async () => {
    feeds.write('tea', manyEntries('tea', 20))
    await reader.follow(feeds)
    await expect(reader.rows.first()).toHaveAttribute('aria-setsize', '20')
    await waitForServiceWorker(reader)
    const sent = recordChanges(context)
    const isMark = (request: Request) => request.url().endsWith('/api/reads') && request.method() === 'POST'
    const moments = [
      async () => undefined,
      async () => void (await page.waitForRequest(isMark)),
      async () => void (await page.waitForResponse((response) => isMark(response.request()))),
    ]
    for (const moment of moments) {
      await Promise.all([moment(), reader.press('j')])
      const killed = lectern.kill()
      await reader.press('j j j')
      await killed
      const acknowledged = acknowledgedReads(sent)
      await lectern.start()
      const onServer = new Map((await entriesOnServer(reader)).map(({ id, read }) => [id, read]))
      expect(acknowledged.filter((id) => onServer.get(id) !== true)).toEqual([])
      await reader.press('j')
      await reconnect(reader)
    }
    const all = Array.from({ length: 15 }, (_, index) => `tea story ${20 - index}`).toSorted()
    await expect(reader.title).toHaveText('tea story 6')
    await expect.poll(() => readOnServer(reader)).toEqual(all)
    expectEachAppliedOnce(sent)
    await expectCountsToEqualLists(reader)
    await page.reload()
    await expectCountsToEqualLists(reader)
  })

  await test.step('each entry of a crawl is there once, and fetching goes on', async () => {
    await reader.request('/subscriptions', { method: 'DELETE', body: { url: feeds.address('tea') } })
    const names = Array.from({ length: FEEDS }, (_, index) => `feed-${String(index + 1).padStart(2, '0')}`)
    // Apart by a second, so that a page of the server's list can hold them.
    for (const [index, name] of names.entries())
      feeds.write(name, manyEntries(name, ENTRIES, Date.now() - 86_400_000 - index * 1000))
    feeds.slow(40)
    const outlines = names.map((name) => `<outline type="rss" xmlUrl="${feeds.address(name)}"/>`)
    const opml = `<opml version="2.0"><body>${outlines.join('')}</body></opml>`
    await page.request.post(`${reader.url}/api/subscriptions/import`, {
      headers: { origin: reader.url },
      multipart: { file: { name: 'feeds.opml', mimeType: 'text/x-opml', buffer: Buffer.from(opml) } },
    })
    for (let round = 1; round <= 3; round += 1) {
      await expect
        .poll(async () => Object.keys(await reader.counts()).length, { timeout: 70_000 })
        .toBeGreaterThan(round * 3)
      await lectern.kill()
      await lectern.start()
      const counts = Object.values(await reader.counts())
      expect(counts.filter((count) => count !== 0 && count !== ENTRIES)).toEqual([])
    }
    await expect
      .poll(async () => Object.values(await reader.counts()), { timeout: 120_000 })
      .toEqual(names.map(() => ENTRIES))
    const entries = await entriesOnServer(reader)
    expect(entries.length).toBe(FEEDS * ENTRIES)
    expect(new Set(entries.map(({ title }) => title)).size).toBe(FEEDS * ENTRIES)

    feeds.slow(0)
    feeds.write('feed-01', manyEntries('feed-01', ENTRIES + 1, Date.now()))
    const [first] = entries.filter(({ title }) => title.startsWith('feed-01 '))
    await reader.request(`/feeds/refresh?id=${first?.feedId}`)
    await expect.poll(async () => (await reader.counts())[first?.feedId ?? '']).toBe(ENTRIES + 1)
    await page.reload()
    await expect(reader.subscription('127.0.0.1')).toBeVisible()
    await reader.run('Go to a subscription', 'feed-01')
    await expect(reader.rows.first()).toContainText(`feed-01 story ${ENTRIES + 1}`)
  })
})
