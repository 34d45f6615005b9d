/** kill -9 of the server: acknowledged changes are stored, and others are sent again. */
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

test('The server is killed while a user reads, and nothing is lost or there twice', async ({
  signedUp: reader,
  feeds,
  lectern,
  context,
}) => {
  test.setTimeout(300_000)
  const { page } = reader

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
