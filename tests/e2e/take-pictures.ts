/**
 * Takes pictures of every screen with the demo's feeds, at four widths, light and dark, in English and Japanese, as one who is
 * signed in and, where that is possible, as a visitor: `npm run pictures`.
 */
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import type { Publication } from '../../src/contract/publications.ts'
import type { InterfaceLanguage } from '../../src/core/interface-language.ts'
import { serveFixtures } from '../support/fixture-feeds.ts'
import { startLectern } from '../support/lectern.ts'
import { Reader } from './reader.ts'
import { allAddresses, signedOutAddresses, type ScreenIds } from './screen-addresses.ts'

const LANGUAGES: readonly InterfaceLanguage[] = ['en', 'ja']
const THEMES = ['light', 'dark'] as const
const PICTURE_WIDTHS = [390, 820, 1440, 2560]

const [folder = '.', word = ''] = process.argv.slice(2)
const [fixtures, lectern] = await Promise.all([serveFixtures(), startLectern()])
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'],
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
})
try {
  const page = await browser.newPage({ reducedMotion: 'reduce' })
  const reader = new Reader(page, lectern.url)
  await reader.signUpByCall()
  const ids = await createContents(reader)
  const addresses = await allAddresses(reader, ids)
  const { data: published } = await reader.request<{ data: Publication }>('/publications', {
    method: 'POST',
    body: { kind: 'query', name: 'view:articles', title: 'Good reads', withNotes: true, withInboxes: false },
  })
  const toVisitors = [
    ...signedOutAddresses,
    ...addresses.filter((address) => address.startsWith('/share/')),
    `/share/entries/${/\d+$/.exec(addresses.find((address) => /all\/\d+$/.test(address)) ?? '')?.[0]}`,
    published.path,
  ]
  for (const language of LANGUAGES) {
    await reader.open()
    await reader.command('settings:change-language', { language })
    await page.locator(`html[lang="${language}"]`).waitFor()
    await takeAll(page, addresses, language)
    const visitor = await browser.newPage({ reducedMotion: 'reduce', locale: language })
    await takeAll(visitor, toVisitors, `visitor-${language}`)
    await visitor.close()
  }
} finally {
  await browser.close()
  await Promise.all([lectern.end(), fixtures.close()])
}

/** Follows the feeds of the demo, stars an entry, and creates a list. */
async function createContents(reader: Reader): Promise<ScreenIds> {
  await reader.page.request.post(`${reader.url}/api/subscriptions/import`, {
    headers: { origin: reader.url },
    multipart: {
      file: { name: 'demo.opml', mimeType: 'text/x-opml', buffer: Buffer.from(fixtures.opml) },
    },
  })
  const { data: followed } = await reader.request<{ data: { feedId?: string | null }[] }>('/subscriptions')
  const { data: list } = await reader.request<{ data: { id: string } }>('/lists', {
    method: 'POST',
    body: { title: 'Own list', view: 0, fee: 0 },
  })
  const { user } = await reader.request<{ user: { id: string } }>('/better-auth/get-session')
  const feed = followed.find(({ feedId }) => feedId)?.feedId
  if (!feed) throw new Error('Nothing is followed')
  return { user: user.id, feed, list: list.id }
}

async function takeAll(page: Page, addresses: readonly string[], prefix: string): Promise<void> {
  for (const address of addresses.filter((one) => one.includes(word))) {
    await page.goto(`${lectern.url}${address}`)
    for (const width of PICTURE_WIDTHS) {
      await page.setViewportSize({ width, height: width < 1000 ? 1000 : 900 })
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme })
        await page.waitForFunction(
          () =>
            document.querySelector('h1,h2,[role="heading"]') &&
            // The rows of the pages load after the list.
            document.querySelectorAll('.subscriptions').length ===
              document.querySelectorAll('.page-rows').length &&
            !document.querySelector('.ui-skeleton, [aria-busy="true"]') &&
            document.fonts.status === 'loaded' &&
            [...document.images].every((image) => image.complete || image.loading === 'lazy'),
        )
        const name = address.replace(/[?#].*/, '').replaceAll('/', '-')
        await page.screenshot({ path: join(folder, `${prefix}${name}-${width}-${colorScheme}.png`) })
      }
    }
  }
}
