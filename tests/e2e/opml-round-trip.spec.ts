import { readFile } from 'node:fs/promises'
import { manyEntries } from '../support/written-feeds.ts'
import { goTo } from './dialog-openers.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'

type Followed = {
  readonly title: string | null
  readonly category: string | null
  readonly view: number
  readonly isPrivate: boolean
  readonly feeds: { readonly url: string }
}

test('subscriptions are exported as OPML and imported by another user with folders, titles and views, unless that is off', async ({
  reader,
  feeds,
  signUpAnother,
}) => {
  test.setTimeout(240_000)
  const { page } = reader
  feeds.write('alpha', manyEntries('alpha', 2), 'Alpha')
  feeds.write('beta', manyEntries('beta', 2), 'Beta & friends')
  feeds.write('gamma', manyEntries('gamma', 2), 'Gamma')
  const dead = `<outline type="rss" text="Long gone" xmlUrl="${feeds.url}/dead"/>`
  const opml = feeds.opml({ alpha: 'Science', beta: 'Science' }).replace('</body>', `${dead}</body>`)

  // Line by line: what came, and what cannot be fetched yet and why.
  const report = await reader.beginImport(opml)
  await expect(report.getByText('4 feeds imported')).toBeVisible()
  const lines = report.getByRole('list', { name: 'Details' }).getByRole('listitem')
  await expect(lines).toHaveCount(4)
  const unfetched = lines.filter({ hasText: 'Long gone' })
  await expect(unfetched).toContainText('Followed, but not fetched yet')
  await expect(unfetched).toContainText('404')
  await report.getByRole('button', { name: 'Start reading' }).press('Enter')

  // The dead feed stays, marked, in case it recovers.
  await reader.run('Setting: group feeds of one site')
  await expect(reader.subscription('Long gone').getByLabel('This feed cannot be fetched')).toBeVisible()
  await reader.runLine('rename Beta "Second of the letters"')
  await reader.runLine('move to view Gamma "Social media"')
  await expect(reader.subscription('Gamma')).toBeHidden()
  await expect
    .poll(async () => (await library(reader)).map(({ view }) => view).toSorted())
    .toEqual([0, 0, 0, 1])
  const mine = await library(reader)
  expect(mine.map(({ title }) => title)).toContain('Second of the letters')

  await reader.request('/labels', { method: 'POST', body: { name: 'Weather' } })
  const file = await exportByView(reader)
  expect(file).toContain('Social media')
  const bob = await signUpAnother('Bob')
  const again = await bob.beginImport(file)
  await expect(again.getByText(/feeds imported/)).toBeVisible()
  await expect(again.getByText('1 label added')).toBeVisible()
  await again.getByRole('button', { name: 'Start reading' }).press('Enter')
  expect(await library(bob)).toEqual(mine)
  await bob.run('Setting: group feeds of one site')
  await expect(bob.subscription('Science')).toBeVisible()
  await expect(bob.pane('subscription-list').getByRole('tab', { name: 'Social media 2' })).toBeVisible()

  // A second import adds nothing, and the report shows that.
  const thrice = await bob.beginImport(file)
  await expect(thrice.getByText('4 were already followed')).toBeVisible()
  expect(await library(bob)).toEqual(mine)

  await test.step('switched off, OPML has no command, no tab and no place in the settings, and comes back', async () => {
    const palette = async (text: string) => {
      await reader.press('Control+k')
      await reader.palette.getByRole('combobox').fill(`>${text}`)
      return reader.palette.getByRole('option').filter({ hasText: /Import an OPML file|Export as OPML/ })
    }
    const toggle = async () => {
      await goTo(page, '/settings/integration')
      await page.getByRole('switch', { name: 'Import and export OPML' }).press('Space')
    }
    await goTo(page, '/settings/integration')
    await page.getByRole('switch', { name: 'Import from other readers' }).press('Space')
    await expect(page.getByRole('switch', { name: 'Import from other readers' })).not.toBeChecked()
    await toggle()
    await expect(page.getByRole('switch', { name: 'Import and export OPML' })).not.toBeChecked()
    await expect(await palette('OPML')).toHaveCount(0)
    await reader.press('Escape')
    await goTo(page, '/settings/data-control')
    await expect(page.getByRole('heading', { name: 'In this browser' })).toBeVisible()
    await expect(page.getByRole('button', { name: /OPML|^Import$/ })).toHaveCount(0)
    await goTo(page, '/discover')
    await expect(page.getByRole('tab', { name: 'Users' })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Import' })).toHaveCount(0)
    await reader.run('Show the guide')
    const guide = page.getByRole('dialog')
    await expect(guide.getByRole('radio', { name: 'Try sample feeds' })).toBeVisible()
    await expect(guide.getByRole('radio', { name: 'Import your feeds' })).toHaveCount(0)
    await reader.press('Escape')
    await expect(guide).toBeHidden()

    await toggle()
    await expect(await palette('Export as OPML')).toHaveCount(1)
    await reader.press('Escape')
    await goTo(page, '/discover?type=import')
    await page.getByRole('button', { name: 'Import feeds' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Import feeds' })
    // The report of the import is first.
    await dialog.getByRole('button', { name: 'Another file' }).press('Enter')
    await expect(dialog).toContainText('Up to 500 kB, ending in .opml or .xml.')
    await reader.press('Escape')
    const download = page.waitForEvent('download')
    await reader.run('Export as OPML')
    expect((await download).suggestedFilename()).toBe('lectern.opml')
  })
})

async function exportByView(reader: Reader): Promise<string> {
  const { page } = reader
  await reader.press('g Comma')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Data' }).press('Enter')
  await expect(page.getByText('It never holds cookies, passwords, or addresses of webhooks.')).toBeVisible()
  await page.getByRole('radio', { name: 'Grouped by view' }).press('Space')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download OPML' }).press('Enter')
  const file = await readFile(await (await download).path(), 'utf8')
  await page.goBack()
  return file
}

/** The user's subscriptions on the server, without ids. */
async function library(reader: Reader) {
  const { data } = await reader.request<{ data: Followed[] }>('/subscriptions')
  return data
    .map(({ title, category, view, isPrivate, feeds }) => ({
      url: feeds.url,
      title,
      category,
      view,
      isPrivate,
    }))
    .toSorted((a, b) => a.url.localeCompare(b.url))
}
