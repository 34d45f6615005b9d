/** A list is created, filled, priced and edited by its owner, and followed by another user from a search. */
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'
import { goTo } from './dialog-openers.ts'
import type { Reader } from './reader.ts'
import { secondFactorOf } from './user-actions.ts'

test('a list is made and filled by one user and followed by another, and one with a price is paid for', async ({
  signedUp: reader,
  feeds,
  signUpAnother,
}) => {
  test.setTimeout(240_000)
  const { page } = reader
  feeds.write('stars', manyEntries('stars', 2), 'Stars')
  feeds.write('moons', manyEntries('moons', 1), 'Moons')
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(3)

  // Created and filled by keys.
  await reader.run('Create a list')
  const edit = page.getByRole('dialog', { name: 'New list' })
  await expect(edit.getByLabel('Title', { exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(edit.getByRole('alert')).toHaveText('Enter a title.')
  await page.keyboard.type('Night sky')
  await page.keyboard.press('Enter')
  await expect(edit).toBeHidden()
  const row = reader.subscription('Night sky')
  await expect(row).toBeVisible()
  const lists = () =>
    reader.request<{ data: { id: string; feedIds: string[]; view: number; fee: number }[] }>('/lists/list')
  await expect.poll(async () => (await lists()).data).toHaveLength(1)
  const [{ id } = { id: '' }] = (await lists()).data
  await reader.run('Go to a subscription', 'Night sky')
  await reader.run('Feeds of the list')
  const manage = page.getByRole('dialog', { name: 'Feeds of the list' })
  await manage.getByLabel('Search your feeds').fill('star')
  await manage.getByRole('checkbox', { name: 'Stars' }).press('Space')
  await manage.getByRole('button', { name: 'Add 1 feed' }).press('Enter')
  await expect(manage.getByRole('region', { name: 'In the list' })).toContainText('Stars')
  await expect.poll(async () => (await lists()).data[0]?.feedIds).not.toEqual([])
  await page.keyboard.press('Escape')
  await expect(manage).toBeHidden()
  await expect(reader.rows).not.toHaveCount(0)

  // The settings page, and a move to another view, which the open list follows.
  await goTo(page, '/settings/list')
  const table = page.getByRole('region', { name: 'Own lists' })
  await expect(table).toContainText('Night sky')
  await table.getByRole('button', { name: 'Edit Night sky' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'List' })
  await form.getByLabel('View', { exact: true }).selectOption({ label: 'Social media' })
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(form).toBeHidden()
  await expect.poll(async () => (await lists()).data[0]?.view).toBe(1)
  await goTo(page, `/timeline/list-${id}`)
  await expect(page).toHaveURL(new RegExp(`/timeline/view-1/list-${id}/`))
  await expect(reader.subscription('Night sky')).toBeVisible()

  // Another user finds it, and follows it.
  const other = await signUpAnother('Bea')
  await other.press('Control+n')
  const follow = other.page.getByRole('dialog', { name: 'Follow' })
  await expect(follow.getByRole('combobox')).toBeFocused()
  await other.page.keyboard.type('night sky')
  await expect(follow.getByRole('option', { name: 'Night sky' })).toBeVisible()
  await other.page.keyboard.press('Enter')
  const preview = other.page.getByRole('dialog', { name: 'Follow a list' })
  await expect(preview).toContainText(`by ${reader.account.name}`)
  await expect(preview.getByRole('region', { name: 'Latest entries' })).toBeVisible()
  await preview.getByRole('button', { name: 'Follow', exact: true }).press('Enter')
  await expect(preview).toBeHidden()
  await expect(other.subscription('Night sky')).toBeVisible()
  await expect(other.rows).not.toHaveCount(0)

  // It has a follower now: it is not deleted, in words.
  await goTo(page, '/settings/list')
  await table.getByRole('button', { name: 'Delete Night sky' }).press('Enter')
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Delete the list' }).press('Enter')
  await expect(reader.toast('A list that others follow cannot be deleted.')).toBeVisible()

  await test.step('a list with a price is followed after a wrong and a right code', async () => {
    feeds.write('comets', manyEntries('comets', 2), 'Comets')
    const post = <T>(by: Reader, path: string, body: object) => by.request<T>(path, { method: 'POST', body })
    const { data: list } = await post<{ data: { id: string } }>(other, '/lists', {
      title: 'Milky way',
      view: 0,
      fee: 6,
    })
    const { feed } = await post<{ feed: { id: string } }>(other, '/subscriptions', {
      url: feeds.address('comets'),
      view: 0,
    })
    await post(other, '/lists/feeds', { listId: list.id, feedId: feed.id })
    for (const one of [reader, other]) await post(one, '/wallets', {})
    await post(reader, '/wallets/transactions/claim_daily', {})
    const code = await secondFactorOf(reader, reader.account)
    // The session is another one now.
    await reader.open()

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
    await expect(reader.subscription('Milky way')).toBeVisible()
    await expect(reader.rows.filter({ hasText: 'comets story' })).toHaveCount(2)
  })
})
