/** On a device without a fine pointer every control can be hit with a finger. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { createScreenContents, screenAddresses } from './screen-addresses.ts'

/** The smallest side of a target in CSS pixels. */
const TARGET = 44

/** The controls that are seen and smaller than a finger needs. Links within a text are as high as its lines. */
const smallTargets = (page: Page) =>
  page.evaluate((smallest) => {
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=option], [role=treeitem], [role=tab], [role=switch], [role=menuitem]',
    )
    return [...controls].flatMap((control) => {
      const target = control.closest('label') ?? control
      const { width, height } = target.getBoundingClientRect()
      const isSeen = control.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      if (!isSeen || width <= 1 || height <= 1 || getComputedStyle(control).display === 'inline') return []
      return Math.min(width, height) >= smallest - 0.5
        ? []
        : [
            `${control.tagName} ${control.className} "${control.ariaLabel ?? control.textContent.trim().slice(0, 30)}" ${width.toFixed()} × ${height.toFixed()}`,
          ]
    })
  }, TARGET)

test('every control is as large as a finger needs on a touch screen', async ({
  browser,
  reader,
  lectern,
  feeds,
}) => {
  test.slow()
  const ids = await createScreenContents(reader, feeds)
  const context = await browser.newContext({
    storageState: await reader.page.context().storageState(),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
  await page.goto(`${lectern.url}/settings/general`)
  const links = page.getByRole('navigation').getByRole('link')
  await expect(links.nth(3)).toBeVisible()
  const settingsPages = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  const small: Record<string, string[]> = {}
  const timeline = '/timeline/view-0/all'
  for (const path of [
    timeline,
    '/timeline/view-1/all',
    ...Object.values(screenAddresses).map((address) => address(ids)),
    ...settingsPages.filter((address) => address.startsWith('/')),
  ]) {
    await page.goto(`${lectern.url}${path}`)
    await expect(page.locator('[data-screen]')).toBeVisible()
    if (path === timeline) await expect(page.locator('[data-entry-id]').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    const found = await smallTargets(page)
    if (found.length > 0) small[path] = found
  }
  expect(small).toEqual({})
  await context.close()
})
