import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import type { Reader } from './reader.ts'

/** From the shelf of the integrations to the page of a plugin, by its card. @returns the page's region */
export async function openPluginPage(page: Page, name: string): Promise<Locator> {
  const region = page.getByRole('region', { name, exact: true })
  await region.getByRole('link').first().press('Enter')
  await expect(region.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
  return region
}

/** To the shelf of the integrations, by keys alone. */
async function openIntegrations(reader: Reader): Promise<void> {
  const { page } = reader
  await expect(page.locator('[data-screen]').first()).toBeVisible()
  // The keys that open the settings close them, too.
  if (!(await page.locator('[data-screen="settings"]').isVisible())) await reader.press('g Comma')
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'Integration' })
    .press('Enter')
}

/** As {@link openPluginPage}, from wherever one is. */
export async function openPlugin(reader: Reader, name: string): Promise<Locator> {
  await openIntegrations(reader)
  return openPluginPage(reader.page, name)
}
