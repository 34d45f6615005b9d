/** To every screen from the list and back: by mouse alone, then by keys alone. */
import type { Page } from '@playwright/test'
import { manyEntries } from '../support/written-feeds.ts'
import { goTo } from './dialog-openers.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'
import {
  allAddresses,
  createScreenContents,
  pluginScreens,
  screenAddresses,
  type ScreenIds,
} from './screen-addresses.ts'

// The screens of the admin, too.
test.use({ env: {} })

const YESTERDAY = Date.now() - 86_400_000

type Way = {
  /** What is clicked from the list on, by its name. */
  readonly clicks: readonly string[]
  /** From the list on: a sequence, or the title of a command in the palette after `>`. */
  readonly keys: string
}
const ACCOUNT = 'Ada'
const SETTINGS = [ACCOUNT, 'Settings'] as const
const plugin = (name: string) => [...SETTINGS, 'Integration', name] as const
const POWER = [...plugin('POWER'), 'Open “POWER”'] as const

/** By the path of the screen, as in the table of the screens. Those with a row in the column are in its order. */
const ways: Readonly<Record<string, Way>> = {
  '/discover/*': { clicks: ['Discover'], keys: 'g d' },
  '/highlights': { clicks: ['Highlights'], keys: 'g q' },
  '/action': { clicks: ['Rules'], keys: 'g r' },
  '/activity': { clicks: ['Activity'], keys: 'g y' },
  '/audit': { clicks: ['Tidy up subscriptions'], keys: 'g w' },
  '/save': { clicks: ['Save a page'], keys: 'g c' },
  '/admin': { clicks: ['Server'], keys: 'g v' },
  '/streak': { clicks: ['Reading streak'], keys: '>Open the reading streak' },
  '/shared-stars': { clicks: [...SETTINGS, 'Sharing', 'Starred by members'], keys: 'g u' },
  '/workshop': {
    clicks: [...SETTINGS, 'Integration', 'Write a plugin'],
    keys: '>Open the plugin workshop',
  },
  '/share/users/:name': { clicks: [ACCOUNT, 'Show your public profile'], keys: 'g p' },
  '/power': { clicks: POWER, keys: '>Go to the POWER wallet' },
  '/power/achievements': { clicks: [...POWER, 'Achievements'], keys: '>Go to the achievements' },
  '/power/ranking': { clicks: [...POWER, 'Ranking'], keys: '>Go to the POWER ranking' },
  '/power/admin': { clicks: [...POWER, 'All users'], keys: '>Administer POWER' },
  '/ai/daily': { clicks: [...plugin('AI'), 'Open “Daily report”'], keys: '>Open the daily report' },
  '/rsshub': { clicks: [...plugin('RSSHub'), 'Open “RSSHub”'], keys: 'g i' },
}
/** Only a link from elsewhere leads to these: of a mail, another program, another user, or an address that is wrong. */
const fromElsewhere: readonly string[] = [
  '/follow',
  '/shared-folder/:token',
  '/install-plugin',
  '/share/feeds/:id',
  '/share/lists/:id',
  '/invitation',
  '/reset-password',
  '/authorize',
  '/verify-email',
  '/feed-not-found/:feedId',
  '*',
]
/** Those of a visitor without a session, from the page to sign in. */
const signedOut: Readonly<Record<string, readonly string[]>> = {
  '/register': ['Create an account'],
  '/forget-password': ['Sign in', 'Forgot your password?'],
}

/** By the path of the screen. */
const addressesOf = (ids: ScreenIds): ReadonlyMap<string, string> =>
  new Map([
    ...Object.entries(screenAddresses).map(([path, address]) => [path, address(ids)] as const),
    ...Object.values(pluginScreens)
      .flat()
      .map((path) => [path, path] as const),
  ])

/** What a mouse finds by its words. */
const control = (page: Page, name: string) =>
  page
    .getByRole('link', { name, exact: true })
    .or(page.getByRole('button', { name, exact: true }))
    .or(page.getByRole('tab', { name, exact: true }))
    .or(page.getByRole('menuitem', { name: new RegExp(`^${name}`) }))
    .or(page.getByRole('link', { name: new RegExp(`^${name}(On|Off)`) }))
    .first()

async function click(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) await control(page, name).click()
}

test('the way', async ({ signedUp: reader, feeds }) => {
  test.setTimeout(240_000)
  const { page } = reader
  const ids = await createScreenContents(reader, feeds)
  await reader.request('/shared-folders', { method: 'POST', body: { title: 'Readers' } })
  const settings = (await allAddresses(reader, ids)).filter((path) => path.startsWith('/settings/'))
  await reader.open()
  await expect(reader.rows.first()).toBeVisible()
  const addresses = addressesOf(ids)
  for (const [path, { clicks }] of Object.entries(ways)) {
    const t = Date.now()
    try {
      page.setDefaultTimeout(4000)
      await click(page, clicks)
      await page.waitForURL((url) => url.pathname === addresses.get(path), { timeout: 4000 })
      await expect(page.locator('[data-screen] h1').first()).toBeVisible()
      console.log('mouse', path, Date.now() - t)
    } catch (error) { console.log('MOUSE FAIL', path, page.url(), String(error).slice(0, 400)) }
    for (let n = 0; n < 3 && (await page.locator('[data-screen="reader"]').count()) === 0; n++) await page.locator('.page-back, .settings-close button').first().click().catch((e) => console.log('BACK', String(e).slice(0, 200)))
  }
  for (const [path, { keys }] of Object.entries(ways)) {
    const t = Date.now()
    try {
      if (keys.startsWith('>')) await reader.run(keys.slice(1))
      else await reader.press(keys)
      await page.waitForURL((url) => url.pathname === addresses.get(path), { timeout: 4000 })
      await expect(page.locator('[data-screen] h1').first()).toBeVisible()
      console.log('keys', path, Date.now() - t)
    } catch (error) { console.log('KEYS FAIL', path, page.url(), String(error).slice(0, 400)); await page.keyboard.press('Escape') }
    for (let n = 0; n < 4 && (await page.locator('[data-screen="reader"]').count()) === 0; n++) { await page.keyboard.press('Escape'); await page.waitForTimeout(300); console.log('esc', n) }
  }
  for (const path of fromElsewhere) {
    await goTo(page, addresses.get(path)!)
    await page.waitForTimeout(700)
    console.log('ELSE', path, page.url(), await page.locator('[data-screen]').getAttribute('data-screen'), await page.locator('[data-screen] h1').allInnerTexts(), await page.locator('.page-back').count(), await page.locator('[data-screen] main a, [data-screen] main button').allInnerTexts())
    for (let n = 0; n < 4 && (await page.locator('[data-screen="reader"]').count()) === 0; n++) { await page.keyboard.press('Escape'); await page.waitForTimeout(300); console.log('esc', n, page.url()) }
  }
  console.log(settings)
  await click(page, [ACCOUNT, 'Sign out'])
  await page.waitForTimeout(500)
  console.log(await page.getByRole('alertdialog').allInnerTexts())
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForTimeout(1500)
  console.log(page.url(), await page.locator('a, button').allInnerTexts())
})
