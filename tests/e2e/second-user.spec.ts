import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { manyEntries, type WrittenFeeds } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'
import type { Account, Reader } from './reader.ts'

const bob: Account = { name: 'Bob', email: 'bob@example.org', password: 'quite another secret' }

/** Ada follows an open and a private feed, reads and stars of both, and changes a setting. */
async function lifeOfAda(reader: Reader, feeds: WrittenFeeds): Promise<void> {
  feeds.write('harbour', manyEntries('harbour', 3), 'Harbour news')
  feeds.write('diary', manyEntries('diary', 3, Date.now() - 2 * 86_400_000), 'Secret diary')
  for (const name of feeds.names())
    await reader.request('/subscriptions', {
      method: 'POST',
      body: { url: feeds.address(name), view: 0, isPrivate: name === 'diary' },
    })
  await reader.open()
  await reader.run('Setting: group feeds of one site')
  await expect(reader.rows).toHaveCount(6)
  await reader.press('j s')
  await expect(reader.title).toHaveText('harbour story 3')
  await reader.press('3 j')
  await expect(reader.title).toHaveText('diary story 3')
  await reader.press('s')
  await expect.poll(async () => Object.values(await reader.counts()).toSorted()).toEqual([2, 2])
  await expect(reader.page).toHaveURL(/\/\d+$/)
}

test('what one user does is seen neither by another elsewhere nor by the next one on the same browser', async ({
  signedUp: reader,
  feeds,
  signUpAnother,
}) => {
  test.setTimeout(240_000)
  await lifeOfAda(reader, feeds)

  await test.step('a second user elsewhere sees nothing of the first, not even by address', async () => {
    const address = reader.page.url()
    const [, view, , entryId] = new URL(address).pathname.split('/').slice(1)
    const mine = await reader.request<{ data: { feedId: string; isPrivate: boolean }[] }>('/subscriptions')
    const hidden = mine.data.find(({ isPrivate }) => isPrivate)?.feedId
    expect(hidden).toMatch(/^\d+$/)
    await expect.poll(async () => JSON.stringify(await reader.request('/settings'))).toContain('autoGroup')

    const other = await signUpAnother('Bob')
    const { page } = other
    await expect(other.pane('timeline').getByText('You do not follow any feeds yet')).toBeVisible()
    expect(await other.request('/subscriptions')).toMatchObject({ data: [] })
    expect(await other.counts()).toEqual({})
    expect(await other.listedUnread()).toBe(0)
    expect(JSON.stringify(await other.request('/settings'))).not.toContain('autoGroup')
    expect(
      await other.request('/entries', { method: 'POST', body: { view: 0, isCollection: true } }),
    ).toMatchObject({
      data: [],
    })

    // The address of what Ada reads leads Bob nowhere.
    expect(view).toBeDefined()
    await page.goto(address)
    await expect(other.pane('timeline')).toBeVisible()
    await expect(page.getByText('diary story')).toHaveCount(0)
    for (const path of [`/entries?id=${entryId}`, `/feeds?id=${hidden}`, `/entries/preview?id=${hidden}`]) {
      const answer = await page.request.get(`${reader.url}/api${path}`)
      expect(await answer.text(), path).not.toContain('diary')
    }
    const requests = { view: 0, feedId: hidden }
    expect(JSON.stringify(await other.request('/entries', { method: 'POST', body: requests }))).not.toContain(
      'diary',
    )
    await other.press('g s')
    await expect(other.pane('timeline').getByText('No starred entries yet')).toBeVisible()
  })

  await test.step('a user who signs in after another on the same browser finds no trace', async () => {
    const { page, palette } = reader
    await reader.run('Sign out')
    const asking = page.getByRole('alertdialog', { name: 'Sign out?' })
    await expect(asking).toBeVisible()
    await asking.getByRole('button', { name: 'Sign out' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Sign in to Lectern' })).toBeVisible()
    await expect(page.getByText('story')).toHaveCount(0)

    await reader.fillAccount(bob)
    await expect(reader.pane('subscription-list').getByRole('button', { name: 'Bob' })).toBeVisible()
    if (await page.getByRole('dialog').isVisible()) await reader.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(reader.pane('timeline').getByText('You do not follow any feeds yet')).toBeVisible()
    await expect(page.getByText(/Harbour|diary/)).toHaveCount(0)
    await reader.press('Control+k')
    await page.keyboard.type('/story')
    await expect(palette.getByText('No entry contains “story”')).toBeVisible()
    await reader.press('Escape')
    await expect(reader.pane('timeline')).toHaveAttribute('data-focused-area', '')
    await reader.press('g s')
    await expect(reader.pane('timeline').getByText('No starred entries yet')).toBeVisible()
    const stored = await keptInBrowser(page, reader)
    expect(stored.match(/Harbour|diary/g)).toBeNull()
    expect(stored).not.toContain(reader.account.email)
  })
})

/** Everything that the browser stores: follow.db as bytes, and the page's own storage. */
async function keptInBrowser(page: Page, reader: Reader): Promise<string> {
  await reader.press('g Comma')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Data' }).press('Enter')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download follow.db' }).press('Enter')
  const file = await download
  expect(file.suggestedFilename()).toBe('follow.db')
  const stores = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  return (await readFile(await file.path(), 'latin1')) + stores
}
