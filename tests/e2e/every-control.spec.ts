/** Everything that can be pressed has a name, shows the key that does the same, and has its turn when Tab is pressed. */
import type { Locator, Page } from '@playwright/test'
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'
import { serious } from './page-checks.ts'
import { ada, type Reader } from './reader.ts'

type Row = { readonly id: string; readonly name: string; readonly keys: string }

/** Commands of menu rows or buttons, with their names and the keys that they show. */
const rowsOf = (rows: Locator): Promise<readonly Row[]> =>
  rows.evaluateAll((all) =>
    all.map((row) => ({
      id: row.getAttribute('data-command-id') ?? '',
      name: (row.getAttribute('aria-label') ?? row.querySelector('.ui-menu-words')?.textContent ?? '').trim(),
      keys: (row.querySelector('kbd')?.textContent ?? row.getAttribute('data-tooltip-keys') ?? '').trim(),
    })),
  )

/** The keys of each command, as the list of shortcuts shows them. */
async function keysByCommand(reader: Reader): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  await reader.press('?')
  const help = reader.page.locator('[data-dialog="shortcuts"]')
  await expect(help.locator('.help-row').first()).toBeVisible()
  const pairs = await help.locator('.help-row').evaluateAll((all) =>
    all.flatMap((row) =>
      [...row.querySelectorAll('.ui-kbd')].map((keys) => ({
        id: row.getAttribute('data-command') ?? '',
        keys: keys.textContent.trim(),
      })),
    ),
  )
  await reader.press('Escape')
  await expect(help).toBeHidden()
  const byCommand = Map.groupBy(pairs, ({ id }) => id)
  return new Map([...byCommand].map(([id, all]) => [id, new Set(all.map(({ keys }) => keys))]))
}

type Stop = { readonly name: string; readonly inside: boolean; readonly isKnown: boolean }

/** The focused element: its name, whether it is within `scope`, and whether it had the focus before in this walk. */
const stopOf = (page: Page, scope: string): Promise<Stop> =>
  page.evaluate((selector) => {
    const element = document.activeElement ?? document.body
    const isKnown = element.hasAttribute('data-walked')
    element.setAttribute('data-walked', '')
    const label =
      element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent ?? ''
    return {
      name: `${element.tagName.toLowerCase()} ${label.trim().slice(0, 40)}`,
      inside: element.closest(selector) !== null,
      isKnown,
    }
  }, scope)
const hasFocus = (page: Page, scope: string): Promise<boolean> =>
  page.evaluate((selector) => document.activeElement?.closest(selector) !== null, scope)

/** Controls that a user can see and reach. A group of radio buttons, tabs or rows is one stop. */
const controlsOf = (page: Page, scope: string): Promise<number> =>
  page.evaluate((selector) => {
    const controls = 'button, input, select, textarea, a[href], summary, [tabindex="0"]'
    const all = [...document.querySelectorAll<HTMLElement>(`${selector} :is(${controls})`)]
    return all.filter(
      (one) => one.tabIndex >= 0 && !one.matches(':disabled, [type="radio"]') && one.checkVisibility(),
    ).length
  }, scope)

/** Presses Tab until a stop has the focus again. @returns the stops in order */
async function walk(page: Page, scope: string): Promise<readonly Stop[]> {
  const stops: Stop[] = [await stopOf(page, scope)]
  for (let step = 0; step < 200; step += 1) {
    await page.keyboard.press('Tab')
    const stop = await stopOf(page, scope)
    if (stop.isKnown) break
    stops.push(stop)
  }
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('[data-walked]')) element.removeAttribute('data-walked')
  })
  return stops
}

test('each row of each menu and each button of each bar has a name and its key, and Tab stays in each dialog and reaches all of it', async ({
  signedUp: reader,
  feeds,
}) => {
  test.setTimeout(240_000)
  const { page } = reader
  feeds.write('alpha', manyEntries('alpha', 4, Date.now() - 3_600_000))
  await reader.follow(feeds, { alpha: 'Letters' })
  await expect(reader.rows).toHaveCount(4)
  await reader.press('j')
  await expect(reader.title).toHaveText('alpha story 4')
  const known = await keysByCommand(reader)
  expect(known.size).toBeGreaterThan(60)
  const seen = new Set<string>()
  const check = async (where: string, rows: Locator, atLeast: number) => {
    const all = await rowsOf(rows)
    expect(all.length, where).toBeGreaterThanOrEqual(atLeast)
    for (const { id, name, keys } of all) {
      expect(name, `${where}: ${id}`).toMatch(/\S/)
      // A key of translation in place of its text.
      expect(name, `${where}: ${id}`).not.toMatch(/^[\w-]+([.:][\w-]+)+$/)
      // The bars show their keys in the tooltip.
      const isInMenu = where.startsWith('menu')
      if (isInMenu) expect(known.get(id)?.has(keys) ?? keys === '', `${where}: ${id} ${keys}`).toBe(true)
      else if (known.has(id)) expect(keys, `${where}: ${id}`).not.toBe('')
      seen.add(id)
    }
    expect(new Set(all.map(({ name }) => name)).size, where).toBe(all.length)
  }
  const menu = page.getByRole('menu')
  const inMenu = async (where: string, open: () => Promise<void>, atLeast: number) =>
    test.step(where, async () => {
      await open()
      await expect(menu.getByRole('menuitem').first()).toBeVisible()
      await check(`menu ${where}`, menu.getByRole('menuitem'), atLeast)
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
    })
  const byKey = () => page.keyboard.press('Shift+F10')

  await inMenu('of a row', byKey, 10)
  await reader.press('Enter')
  await expect(reader.pane('entry-render')).toHaveAttribute('data-focused-area', '')
  await inMenu('of the entry', byKey, 11)
  const more = reader.pane('entry-render').getByRole('button', { name: 'More', exact: true })
  await inMenu('more', () => more.press('Enter'), 8)
  await reader.press('Escape Backspace')
  await expect(reader.pane('subscription-list')).toHaveAttribute('data-focused-area', '')
  await reader.press('Home')
  await inMenu('of All', byKey, 3)
  const folder = reader.subscription('Letters')
  for (let steps = 0; steps < 4 && (await folder.getAttribute('aria-current')) !== 'true'; steps += 1)
    await reader.press('j')
  await inMenu('of a folder', byKey, 6)
  if ((await folder.getAttribute('aria-expanded')) === 'false') await reader.press('z')
  await reader.press('j')
  await inMenu('of a feed', byKey, 10)

  const buttons = (area: Locator) => area.locator('button[data-command-id]:visible')
  await reader.press('Enter')
  // The list of all has the one that was read, too.
  await expect(reader.rows).toHaveCount(3)
  await reader.press('j x')
  await expect(page.locator('.selection-bar')).toBeVisible()
  await check('the list', buttons(reader.pane('timeline').locator('.timeline-bar')), 3)
  await check('the selection', buttons(page.locator('.selection-bar')), 4)
  await check('the entry', buttons(reader.pane('entry-render').locator('.entry-bar')), 7)
  await check('the account', buttons(page.locator('.account-foot')), 2)
  await inMenu('of the account', () => page.getByRole('button', { name: 'Ada' }).press('Enter'), 7)
  expect(seen.size).toBeGreaterThan(40)
  expect([...seen].filter((id) => known.has(id)).length).toBeGreaterThan(20)

  const list = reader.pane('timeline').locator('[data-scroll]')
  await list.focus()
  await reader.press('Escape')
  await expect(page.locator('.selection-bar')).toBeHidden()
  const openings: readonly (readonly [dialog: string, open: () => Promise<void>])[] = [
    ['follow', () => reader.press('a')],
    ['shortcuts', () => reader.press('?')],
    ['import-report', () => reader.run('Import an OPML file')],
    ['edit-subscription', () => reader.runLine('edit alpha')],
    ['share-entry', () => reader.run('Share')],
    ['key-log', () => reader.run('Why did that key do nothing?')],
    ['context-keys', () => reader.run('Inspect the context keys')],
    ['sign-out', () => reader.run('Sign out')],
  ]
  for (const [id, open] of openings) {
    await test.step(id, async () => {
      await list.focus()
      await open()
      const scope = `[data-dialog="${id}"]`
      const dialog = page.locator(scope)
      await expect(dialog).toBeVisible()
      await expect.poll(() => hasFocus(page, scope)).toBe(true)
      // The whole list of keys is long.
      if (id === 'shortcuts') await page.keyboard.type('star')
      const stops = await walk(page, scope)
      expect(stops.filter(({ inside }) => !inside)).toEqual([])
      expect(stops.length, stops.map(({ name }) => name).join(' · ')).toBeGreaterThanOrEqual(
        await controlsOf(page, scope),
      )
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(list).toBeFocused()
    })
  }
})

test.describe('a server without accounts', () => {
  test.use({ env: {} })

  test('the page to sign in and up is walked by Tab from its first field, says what is wrong, and axe finds nothing serious there', async ({
    stranger,
  }) => {
    test.setTimeout(240_000)
    const { page } = stranger
    await page.goto(`${stranger.url}/login`)
    await expect(page.getByRole('heading', { name: 'Set up Lectern' })).toBeVisible()
    expect(await serious(page)).toEqual([])
    const name = page.locator('input[name="name"]')
    await expect(name).toBeFocused()
    const fields = async (): Promise<readonly string[]> =>
      (await walk(page, 'main')).filter(({ inside }) => inside).map((stop) => stop.name)
    expect((await fields()).filter((one) => one.startsWith('input'))).toEqual([
      'input name',
      'input email',
      'input password',
      'input repeated',
    ])

    // What is wrong is said, and the first wrong field has the focus.
    await name.focus()
    await page.keyboard.press('Enter')
    await expect(name).toBeFocused()
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await stranger.fillAccount(ada)
    const guide = page.getByRole('dialog', { name: 'What would you like to read?' })
    await expect(guide).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(guide).toBeHidden()

    await stranger.run('Sign out')
    const signOut = page.locator('[data-dialog="sign-out"]').getByRole('button', { name: 'Sign out' })
    await Promise.all([page.waitForEvent('load'), signOut.press('Enter')])
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.locator('input[name="email"]')).toBeFocused()
    const stops = await fields()
    expect(stops.slice(0, 2)).toEqual(['input email', 'input password'])
    expect(stops).toContain('a Create an account')
    await page.getByRole('link', { name: 'Create an account' }).press('Enter')
    await expect(name).toBeFocused()
  })
})
