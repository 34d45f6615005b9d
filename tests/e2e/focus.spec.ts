import type { Page } from '@playwright/test'
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'

const YESTERDAY = Date.now() - 86_400_000

/** Presses Tab until an element has the focus a second time. @returns the names of the elements, in order */
async function walk(page: Page, key = 'Tab'): Promise<string[]> {
  const names: string[] = []
  for (let step = 0; step < 200; step += 1) {
    await page.keyboard.press(key)
    const [name, isSeen] = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement
      const isKnown = element.hasAttribute('data-walked')
      if (element !== document.body) element.setAttribute('data-walked', '')
      const label = element.getAttribute('aria-label') ?? element.textContent ?? ''
      return [`${element.role ?? element.tagName} ${label.trim().slice(0, 40)}`, isKnown] as const
    })
    if (isSeen) break
    names.push(name)
  }
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('[data-walked]')) element.removeAttribute('data-walked')
  })
  return names
}

/** Waits until a pane has the focus, as after a menu over it has closed. */
const expectFocusIn = ({ page }: Reader, area: string) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        document.activeElement?.closest('[data-focus-area]')?.getAttribute('data-focus-area'),
      ),
    )
    .toBe(area)

async function follow(reader: Reader, names: readonly string[]): Promise<void> {
  await reader.run('Setting: mark read when scrolled past')
  await reader.press('g a')
  await expect(reader.rows.first()).toHaveAttribute('aria-setsize', String(names.length * 6))
}

test('Tab walks through every control, rows are selected and have their menu by key, marks and jumps return, labels press buttons, and Escape gives the focus back', async ({
  signedUp: reader,
  feeds,
}) => {
  test.setTimeout(240_000)
  const { page } = reader
  feeds.write('alpha', manyEntries('alpha', 6, YESTERDAY))
  await reader.follow(feeds)
  await follow(reader, ['alpha'])

  await test.step('Tab walks through every control of the reader and of other screens, and Escape leads back', async () => {
    const inReader = await walk(page)
    for (const name of [
      'Subscriptions',
      'Refresh the timeline',
      'Mark everything listed as read',
      'Follow a feed',
    ])
      expect(
        inReader.some((one) => one.includes(name)),
        `${name} of ${inReader.join(' · ')}`,
      ).toBe(true)
    expect((await walk(page, 'Shift+Tab')).length).toBeGreaterThan(8)

    await reader.pane('timeline').locator('[data-scroll]').focus()
    for (const [keys, path] of [
      ['g k', '/settings/shortcuts'],
      ['g d', '/discover'],
    ] as const) {
      await reader.press(keys)
      await expect(page).toHaveURL(new RegExp(path))
      // The screen takes the focus, and keys of the list that it hides do nothing.
      await expect
        .poll(() =>
          page.evaluate(() => document.activeElement?.closest('[data-screen]')?.getAttribute('data-screen')),
        )
        .toBe(path.split('/')[1])
      const before = await reader.counts()
      if (path.startsWith('/settings')) {
        await expect(page.getByRole('searchbox', { name: 'Search commands and keys' })).toBeFocused()
        await reader.press('s m u Control+Shift+a')
      }
      expect(await reader.counts()).toEqual(before)
      expect((await walk(page)).length).toBeGreaterThan(5)
      await expect(page).toHaveURL(new RegExp(path))
      await page.keyboard.press('Escape')
      await expect(reader.rows.first()).toBeVisible()
    }
    await reader.press('g a')
  })

  await test.step('selected rows are starred together, marks and jumps return, and labels press buttons', async () => {
    await reader.press('j x j j x')
    const bar = page.getByRole('toolbar', { name: '2 selected' })
    await expect(bar).toBeVisible()
    await expect(reader.rows.and(page.locator('[aria-selected="true"]'))).toHaveCount(2)
    await reader.press('s')
    await expect(reader.pane('timeline').locator('.entry-star')).toHaveCount(2)
    await reader.press('Escape')
    await expect(bar).toBeHidden()
    await expect(reader.pane('timeline')).toHaveAttribute('data-focused-area', '')

    // A mark, and the way back to it and from it.
    await expect(reader.title).toHaveText('alpha story 4')
    await reader.press('Shift+m a g s')
    const heading = reader.pane('timeline').getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('Starred')
    await reader.press("' a")
    await expect(heading).toHaveText('Articles')
    await expect(reader.title).toHaveText('alpha story 4')
    await reader.press('Shift+o')
    await expect(heading).toHaveText('Starred')
    await reader.press('Shift+i')
    await expect(heading).toHaveText('Articles')

    // Letters over every control.
    await page.keyboard.press('Shift+F')
    const hints = page.locator('.hint')
    await expect(hints.first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(hints).toHaveCount(0)
    await page.keyboard.press('Shift+F')
    await expect(hints.first()).toBeVisible()
    const button = await page.getByRole('button', { name: 'Follow a feed' }).boundingBox()
    const label = await hints.evaluateAll(
      (all, box) =>
        all.find((one) => {
          const { left, top } = one.getBoundingClientRect()
          return box !== null && Math.abs(left - box.x) < 12 && Math.abs(top - box.y) < 12
        })?.textContent ?? '',
      button,
    )
    expect(label).toMatch(/^[a-z]{2}$/)
    for (const letter of label) await page.keyboard.press(letter)
    await expect(page.locator('[data-dialog="follow"]')).toBeVisible()
    await reader.press('Escape')
    await expect(page.locator('[data-dialog="follow"]')).toBeHidden()
  })

  await test.step('a row has its menu by key, Escape gives the focus back, and back closes what is on top', async () => {
    // So that there is a way back within the page.
    await reader.press('g s')
    await expect(reader.pane('timeline').getByRole('heading', { level: 1 })).toHaveText('Starred')
    await reader.press('g a')
    await expect(reader.rows.first()).toBeVisible()
    // Of the three that are unread.
    await reader.press('j j')
    await expect(reader.title).toHaveText('alpha story 2')
    const list = reader.pane('timeline').locator('[data-scroll]')
    const menu = page.getByRole('menu')
    for (const key of ['Shift+F10', 'ContextMenu']) {
      await page.keyboard.press(key)
      await expect(menu.getByRole('menuitem').first()).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
      await expect(list).toBeFocused()
    }
    await page.keyboard.press('Shift+F10')
    await expect(menu).toBeVisible()
    await page.goBack()
    await expect(menu).toBeHidden()
    await expect(reader.title).toHaveText('alpha story 2')

    // In the tree and in the entry too.
    await reader.press('Enter')
    await expect(reader.pane('entry-render')).toHaveAttribute('data-focused-area', '')
    await page.keyboard.press('Shift+F10')
    await expect(menu).toBeVisible()
    await reader.press('Escape')
    await expect(menu).toBeHidden()
    await expectFocusIn(reader, 'entry-render')
    await reader.press('Escape')
    await expect(list).toBeFocused()
    await reader.press('Backspace')
    await expect(reader.pane('subscription-list')).toHaveAttribute('data-focused-area', '')
    await page.keyboard.press('Shift+F10')
    await expect(menu).toBeVisible()
    await reader.press('Escape')
    await expect(menu).toBeHidden()
    await expectFocusIn(reader, 'subscription-list')

    await reader.press('?')
    const help = page.locator('[data-dialog="shortcuts"]')
    await expect(help).toBeVisible()
    await page.goBack()
    await expect(help).toBeHidden()
    await expect(reader.title).toHaveText('alpha story 2')
    // A command that goes elsewhere closes the dialog over which it was run.
    await reader.press('?')
    await expect(help).toBeVisible()
    await reader.run('Go to starred entries')
    await expect(help).toBeHidden()
    await expect(reader.pane('timeline').getByRole('heading', { level: 1 })).toHaveText('Starred')
    await expect(list).toBeFocused()
  })
})
