import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'

const open = async ({ page }: Reader, path: string) => {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/settings/${path}`)
  await expect(page.locator(`[data-page="${path}"]`).getByRole('heading', { level: 1 })).toBeVisible()
}
const setting = (page: Page, name: string) => page.locator(`[data-setting="${name}"]`)
const turn = async (page: Page, name: string) => {
  const control = setting(page, name).getByRole('switch')
  const before = await control.isChecked()
  await control.press('Space')
  await expect(control).toBeChecked({ checked: !before })
}
const styleOf = (element: Locator, property: string) =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)
const toTimeline = async (reader: Reader) => {
  // The settings begin in their search, where keys are letters.
  await reader.run('Go to all entries')
  await expect(reader.rows.first()).toBeVisible()
}

test('each setting has its effect at once, and data is exported, imported, limited and not stored as set', async ({
  signedUp: reader,
  feeds,
}) => {
  test.setTimeout(240_000)
  const { page } = reader
  feeds.write('tea', manyEntries('tea', 5))
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(5)
  await expect(page).toHaveTitle(/^\(5\)/)

  await test.step('general', async () => {
    await open(reader, 'general')
    await turn(page, 'enhancedSettings')
    // One switch hides all counts: the title's, the tabs', those of the subscriptions and of the list.
    await turn(page, 'sidebarShowUnreadCount')
    await expect(page).not.toHaveTitle(/^\(/)
    await toTimeline(reader)
    await expect(page.getByRole('tab', { name: 'Articles', exact: true })).toBeVisible()
    await expect(page.locator('.ui-badge')).toHaveCount(0)
    await open(reader, 'general')
    await turn(page, 'sidebarShowUnreadCount')
    await expect(page).toHaveTitle(/^\(5\)/)
    await turn(page, 'showDockBadge')
    await expect(page).not.toHaveTitle(/^\(/)
    await setting(page, 'recentCommands').getByRole('slider').press('Home')
    await page.keyboard.press('Control+k')
    await expect(reader.palette.getByRole('option').first()).toBeVisible()
    await expect(reader.palette.getByRole('group', { name: 'Recent' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByText('Translate entries')).toHaveCount(0)
  })

  await test.step('appearance: dates, fonts, sizes, dialogs', async () => {
    await open(reader, 'appearance')
    await setting(page, 'dateFormat').getByRole('combobox').selectOption('iso')
    await setting(page, 'uiFontFamily').getByText('Serif', { exact: true }).click()
    expect(await styleOf(page.locator('body'), 'font-family')).toMatch(/^serif/)
    await setting(page, 'uiTextSize').getByRole('slider').press('ArrowRight')
    expect(await styleOf(page.locator('html'), '--ui-text-size')).toBe('17px')
    await page.keyboard.press('Control+z')
    await expect(reader.toast('Undone: changed “Text size of the interface”')).toBeVisible()
    expect(await styleOf(page.locator('html'), '--ui-text-size')).toBe('16px')
    await turn(page, 'modalOverlay')
    await toTimeline(reader)
    await expect(reader.rows.first().locator('time')).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
    await reader.run('Show the keyboard shortcuts')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    expect(await styleOf(page.locator('.ui-scrim'), 'background-color')).toBe('rgba(0, 0, 0, 0)')
    // From the padding: the open animation moves the dialog only by a few pixels.
    const before = await dialog.boundingBox()
    const head = dialog.locator('.ui-dialog-head')
    await head.hover({ position: { x: 40, y: 12 } })
    await page.mouse.down()
    await page.mouse.move(500, 300, { steps: 4 })
    await page.mouse.up()
    await expect.poll(async () => (await dialog.boundingBox())?.x).not.toBe(before?.x)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('the toolbar is ordered by keys', async () => {
    await page.keyboard.press('j')
    const first = page.locator('.entry-bar .bar-gap + *')
    await expect(first).toHaveAttribute('data-command-id', 'entry:read')
    await reader.run('Customise the toolbar')
    const read = page.locator('[data-button="entry:read"]')
    await expect(page.locator('.toolbar-editor [data-group="main"] li').first()).toContainText('read')
    await read.press('Alt+ArrowDown')
    await expect(read).toBeFocused()
    await expect(page.locator('.toolbar-editor li').nth(1).locator('[data-button]')).toHaveAttribute(
      'data-button',
      'entry:read',
    )
    await toTimeline(reader)
    await page.keyboard.press('j')
    await expect(first).toHaveAttribute('data-command-id', 'entry:star')
  })

  await test.step('custom CSS can be escaped from', async () => {
    await open(reader, 'appearance')
    await page.getByRole('textbox', { name: 'Custom CSS' }).fill('#app { display: none !important }')
    await expect(page.locator('#app')).toBeHidden()
    await page.keyboard.press('Control+Alt+Shift+C')
    await expect(page.locator('#app')).toBeVisible()
    await page.goto(`${reader.url}/?safe=1`)
    await expect(reader.rows.first()).toBeVisible()
    await expect(reader.toast('Custom CSS is off')).toBeVisible()
    await open(reader, 'appearance')
    await page.getByRole('textbox', { name: 'Custom CSS' }).fill('')
  })

  await test.step('a setting is found by its name', async () => {
    await page.getByRole('searchbox', { name: 'Search the settings' }).fill('start with')
    await page.keyboard.press('Enter')
    await expect(setting(page, 'startupScreen').getByRole('combobox')).toBeFocused()
    await setting(page, 'startupScreen').getByRole('combobox').selectOption('subscription')
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(reader.url)
    await expect(reader.pane('subscription-list')).toBeVisible()
    await expect(reader.pane('timeline')).toHaveCount(0)
    await page.setViewportSize({ width: 1360, height: 860 })
  })

  await toTimeline(reader)
  await page.keyboard.press('j')
  await page.keyboard.press('s')

  await test.step('feeds are selected and unfollowed by keys', async () => {
    await open(reader, 'feeds')
    const row = page.locator('[data-feed-id]')
    await expect(row).toHaveCount(1)
    await expect(row.getByText(/^in \d+ /)).toBeVisible()
    await page.getByRole('combobox', { name: 'State' }).selectOption('failing')
    await expect(row).toHaveCount(0)
    await page.getByRole('combobox', { name: 'State' }).selectOption('all')
    await row.getByRole('checkbox').press('Control+a')
    await expect(page.getByText('1 selected')).toBeVisible()
    await row.getByRole('checkbox').press('Escape')
    await expect(page.getByText('1 selected')).toHaveCount(0)
  })

  await test.step('everything is exported and imported', async () => {
    await expect
      .poll(
        async () =>
          (
            await reader.request<{ data?: unknown[] }>('/entries', {
              method: 'POST',
              body: { view: 0, isCollection: true },
            })
          ).data?.length,
      )
      .toBe(1)
    const [download] = await Promise.all([page.waitForEvent('download'), reader.run('Export everything')])
    const file = await download.path()
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    expect(lines.filter((line) => line.includes('"star":{'))).toHaveLength(1)
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ type: 'browser' })
    await reader.run('Import everything')
    const choose = setting(page, 'importEverything').getByRole('button')
    await expect(choose).toBeFocused()
    await expect(choose).toBeEnabled()
    const chooser = page.waitForEvent('filechooser')
    await choose.press('Enter')
    await (await chooser).setFiles(file)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Import' }).press('Enter')
    await expect(page.getByText('Everything in the file was here already.')).toBeVisible()
  })

  await test.step('storing is turned off', async () => {
    await open(reader, 'data-control')
    await setting(page, 'storedEntries').getByRole('combobox').selectOption('1000')
    await Promise.all([
      page.waitForEvent('load'),
      setting(page, 'dataPersist').getByRole('switch').press('Space'),
    ])
    await expect(page.getByText('Storing is turned off')).toBeVisible()
    await toTimeline(reader)
    const unread = Object.values(await reader.counts()).reduce((sum, count) => sum + count, 0)
    await expect(reader.rows).toHaveCount(unread)
  })
})
