import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { attacks } from '../support/attacks.ts'
import { expect, test } from './fixtures.ts'

const HEADLINES = [
  'The mill turns again',
  'A bridge of three boards',
  'The choir goes to town',
  'Bread at seven',
]

/** A website without a feed, hostile in the text of its articles. Every other address is recorded. */
async function serveVillage(): Promise<{ url: string; server: Server; others: string[] }> {
  const others: string[] = []
  const server = createServer((request, response) => {
    if (request.url !== '/news') {
      others.push(request.url ?? '')
      return void response.writeHead(404).end()
    }
    const hostile = attacks(`${url}/bad`, `${url}/ok`)
      .map(({ html }) => html)
      .join('')
    const articles = HEADLINES.map(
      (headline, at) => `<article class="story"><h2><a href="/news/${at}">${headline}</a></h2>
        <time datetime="2026-05-0${9 - at}">May</time><p class="teaser">What the village says about it, at length.</p></article>`,
    )
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
      `<!doctype html><html lang="en"><head><title>The village paper</title></head><body>
        <nav><ul><li><a href="/a">Home page</a></li><li><a href="/b">The bakery</a></li><li><a href="/c">The mill</a></li></ul></nav>
        <main>${articles.join('')}</main><footer>${hostile}</footer></body></html>`,
    )
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, server, others }
}

test('a user picks the entries of a page that has no feed, and follows it; then the changes of a part of it', async ({
  reader,
}) => {
  const { page } = reader
  const village = await serveVillage()
  try {
    await reader.run('Follow a feed')
    const following = page.getByRole('dialog', { name: 'Follow' })
    await following.getByRole('combobox').first().fill(`${village.url}/news`)
    await following.getByRole('button', { name: 'Make a feed of this page' }).press('Enter')

    // The best candidate is picked already, and its first three entries are there.
    const dialog = page.getByRole('dialog', { name: 'Make a feed of a page' })
    const candidates = dialog.getByRole('listbox', { name: 'Repeated elements of the page' })
    const selected = candidates.getByRole('option', { selected: true })
    await expect(selected.locator('code')).toHaveText('article.story')
    const preview = dialog.getByRole('region', { name: 'The first three entries' })
    await expect(preview.getByRole('listitem')).toHaveText([/The mill turns again/, /A bridge/, /The choir/])
    const requested = village.others.length

    // Keys go through the candidates, and the structure shows what each is.
    const structure = page.frameLocator('iframe[title="Structure of the page"]')
    await expect(structure.locator('[data-picked]')).toHaveCount(4)
    await expect(candidates).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(selected).toContainText('article.story > h2')
    // The mouse picks in the structure.
    await structure.getByText('The bakery').click()
    await expect(selected).toContainText('nav')
    await expect(preview.getByRole('listitem').first()).toContainText('Home page')
    await structure.getByText('What the village says').first().click()
    await expect(selected.locator('code')).toHaveText('article.story')

    // Nothing of the page ran or was loaded.
    await expect(structure.locator('script, img, iframe, form, [onerror], [style], a[href]')).toHaveCount(0)
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    expect(village.others.length).toBe(requested)

    // A selector that is none is an error in words; then the right one again.
    await dialog.getByText('CSS selectors').click()
    const title = dialog.getByLabel('Title', { exact: true })
    await title.fill('h2[')
    await expect(preview).toContainText('“h2[” is not a CSS selector')
    await title.fill('h2')
    await expect(preview.getByRole('listitem').first()).toContainText('The mill turns again')
    await candidates.press('Enter')

    await page.getByRole('dialog').getByRole('button', { name: 'Follow', exact: true }).press('Enter')
    await expect(reader.subscription('The village paper')).toBeVisible()
    await expect(reader.rows).toHaveCount(4)
    await expect(reader.rows.first()).toContainText('The mill turns again')

    // The changes, by keys: of the open entry's page, the whole text of which is picked already.
    await page.keyboard.press('Escape')
    await reader.press('g o')
    const watching = page.getByRole('dialog', { name: 'Follow changes of a page' })
    await watching.getByRole('textbox', { name: 'Address of the page' }).fill(`${village.url}/news`)
    await page.keyboard.press('Enter')
    const parts = watching.getByRole('listbox', { name: 'Parts of the page' })
    await expect(parts.getByRole('option', { selected: true })).toContainText('The whole page')
    await expect(parts).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(parts.getByRole('option', { selected: true }).locator('code')).toHaveText('main')
    await expect(structure.locator('main[data-picked]')).toHaveCount(1)
    const present = watching.getByRole('region', { name: 'The text as it is now' })
    await expect(present).toContainText('The mill turns again')
    await page.keyboard.press('Enter')
    await watching.getByLabel('Title').fill('Village changes')
    await watching.getByRole('button', { name: 'Follow', exact: true }).press('Enter')
    await reader.rows.filter({ hasText: 'Village changes' }).click()
    await expect(page.locator('.entry-facts')).toContainText('Watching since')
  } finally {
    village.server.closeAllConnections()
    village.server.close()
  }
})
