/** A web page is saved by keys, from the form and from a bookmarklet's address, and is read in the inbox of pages. */
import { expect, test } from './fixtures.ts'

const article = (title: string, words: string) =>
  `<html lang="en"><head><title>${title}</title></head><body><article><h1>${title}</h1>${`<p>${words} And a sentence that is long enough to be an article, with a comma, and another one.</p>`.repeat(8)}</article></body></html>`

test('pages are saved by keys and read in the inbox of pages', async ({ reader, feeds }) => {
  const { page } = reader
  feeds.serve('roses.html', article('On roses', 'They need water.'), 'text/html')
  feeds.serve('tulips.html', article('On tulips', 'They need sun.'), 'text/html')

  await reader.press('g c')
  const field = page.getByLabel('Address of the page')
  await expect(field).toBeFocused()
  await field.fill('roses')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Enter an address')
  await field.fill(feeds.address('roses.html'))
  await page.keyboard.press('Enter')
  await expect(reader.toast('Saved: On roses')).toBeVisible()

  const shared = new URLSearchParams({ url: feeds.address('tulips.html'), title: 'Tulips' })
  await page.goto(`${reader.url}/save?${shared}`)
  await expect(field).toHaveValue(feeds.address('tulips.html'))
  await expect(field).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(reader.toast('Saved: On tulips')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to the reader' })).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(reader.subscription('Saved pages')).toContainText('2')
  await reader.run('Go to a subscription', 'Saved pages')
  await expect(reader.rows).toHaveCount(2)
  await reader.press('j')
  await expect(reader.title).toHaveText('On tulips')
  await expect(page.getByText('They need sun.').first()).toBeVisible()
})
