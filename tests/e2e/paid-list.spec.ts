/** A list with a price is followed with POWER and the code of the second factor. */
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'
import { ada, Reader } from './reader.ts'
import { secondFactorOf } from './user-actions.ts'

// Lists are found by all users of a server.
test.use({ env: {} })

const bea = { name: 'Bea', email: 'bea@example.org', password: 'correct horse battery' }

test('a list with a price is followed after a wrong and a right code', async ({ reader, feeds, browser }) => {
  const { page } = reader
  feeds.write('stars', manyEntries('stars', 2), 'Stars')
  const context = await browser.newContext()
  const owner = new Reader(await context.newPage(), reader.url)
  const post = <T>(by: Reader, path: string, body: object) => by.ask<T>(path, { method: 'POST', body })
  await post(owner, '/better-auth/sign-up/email', bea)
  const { data: list } = await post<{ data: { id: string } }>(owner, '/lists', {
    title: 'Night sky',
    view: 0,
    fee: 6,
  })
  const { feed } = await post<{ feed: { id: string } }>(owner, '/subscriptions', {
    url: feeds.address('stars'),
    view: 0,
  })
  await post(owner, '/lists/feeds', { listId: list.id, feedId: feed.id })
  for (const one of [reader, owner]) await post(one, '/wallets', {})
  await context.close()
  await post(reader, '/wallets/transactions/claim_daily', {})
  const code = await secondFactorOf(reader, ada)
  // The session is another one now.
  await page.reload()
  await expect(reader.pane('subscription-list')).toBeVisible()

  await reader.run('Follow a list', `${reader.url}/timeline/view-0/list-${list.id}/pending`)
  const dialog = page.getByRole('dialog', { name: 'Follow a list' })
  await dialog.getByRole('button', { name: 'Follow for 6 POWER' }).press('Enter')
  const field = dialog.getByLabel('Two-factor code')
  await expect(field).toBeFocused()
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('wrong')
  await field.fill(code())
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(reader.subscription('Night sky')).toBeVisible()
  await expect(reader.rows).toHaveCount(2)
})
