import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** The label that lies at the beginning of an element. */
async function labelOf(page: Page, name: string): Promise<string> {
  await expect(page.locator('.hint').first()).toBeVisible()
  const box = await page.getByRole('link', { name }).boundingBox()
  return page.locator('.hint').evaluateAll(
    (all, { x, y }) =>
      all.find((one) => {
        const { left, top } = one.getBoundingClientRect()
        return Math.abs(left - x) < 8 && Math.abs(top - y) < 12
      })?.textContent ?? '',
    { x: box?.x ?? 0, y: box?.y ?? 0 },
  )
}

test('links of an entry are opened by letters: here, in a new tab, and beside the entry', async ({
  signedUp: reader,
  feeds,
}) => {
  const { page } = reader
  const html = '<html><body><h1>Moss</h1></body></html>'
  for (const name of ['pages/moss', 'pages/fern']) feeds.serve(name, html, 'text/html')
  feeds.write('woods', [
    {
      guid: '1',
      title: 'Two plants',
      html: `<p>Of <a href="${feeds.url}/pages/moss">moss</a> and <a href="${feeds.url}/pages/fern">fern</a>.</p>`,
      at: Date.now() - 3_600_000,
    },
  ])
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(1)
  await reader.press('j')
  await expect(reader.title).toHaveText('Two plants')
  const typed = async (key: string, name: string, upperCase = false) => {
    await page.keyboard.press(key)
    const label = await labelOf(page, name)
    expect(label).toMatch(/^[a-z]{2}$/)
    for (const letter of label)
      await page.keyboard.press(upperCase ? `Shift+${letter.toUpperCase()}` : letter)
  }

  const here = page.context().waitForEvent('page')
  await typed('f', 'moss')
  await expect.poll(async () => (await here).url()).toContain('/pages/moss')
  await (await here).close()
  await page.bringToFront()
  const apart = page.context().waitForEvent('page')
  await typed('f', 'fern', true)
  await expect.poll(async () => (await apart).url()).toContain('/pages/fern')
  await (await apart).close()
  await page.bringToFront()

  // A page without https is not framed; the button opens it apart.
  const pane = reader.pane('entry-render')
  await typed('Shift+B', 'moss')
  await expect(pane.getByText('This page cannot be shown here')).toBeVisible()
  const opened = page.context().waitForEvent('page')
  await pane.getByRole('button', { name: 'Open the page' }).press('Enter')
  await expect.poll(async () => (await opened).url()).toContain('/pages/moss')
  await (await opened).close()
  await page.bringToFront()
  await page.reload()
  await expect(pane.getByText('This page cannot be shown here')).toBeVisible()
  await pane.getByRole('button', { name: 'Close the second pane' }).press('Enter')
  await expect(pane.getByText('This page cannot be shown here')).toBeHidden()
  await expect(reader.title).toHaveText('Two plants')
})
