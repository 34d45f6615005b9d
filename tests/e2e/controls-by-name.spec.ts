/** Everything that can be pressed has a name, and shows the key that does the same. */
import type { Locator } from '@playwright/test'
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'

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

test('each row of each menu and each button of each bar has a name, and its key where it has one', async ({
  signedUp: reader,
  feeds,
}) => {
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
  await expect(reader.rows.first()).toBeVisible()
  await reader.press('j x')
  await expect(page.locator('.selection-bar')).toBeVisible()
  await check('the list', buttons(reader.pane('timeline').locator('.timeline-bar')), 3)
  await check('the selection', buttons(page.locator('.selection-bar')), 4)
  await check('the entry', buttons(reader.pane('entry-render').locator('.entry-bar')), 7)
  await check('the account', buttons(page.locator('.account-foot')), 2)
  await inMenu('of the account', () => page.getByRole('button', { name: 'Ada' }).press('Enter'), 7)
  expect(seen.size).toBeGreaterThan(40)
  expect([...seen].filter((id) => known.has(id)).length).toBeGreaterThan(20)
})
