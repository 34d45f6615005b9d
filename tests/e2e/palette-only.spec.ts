import type { Locator } from '@playwright/test'
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'

const DAY = 86_400_000

test('a user who knows only Control+K follows, finds, reads, renames, moves, marks, undoes, and learns shorter ways', async ({
  reader,
  feeds,
}) => {
  test.setTimeout(240_000)
  const { page, palette } = reader
  feeds.write('gardening', manyEntries('gardening', 3), 'The patient gardener')
  feeds.write('birds', [
    { guid: 'zh', title: '城市公园里的鸟', html: '<p>清晨的公园。</p>', at: Date.now() - 2 * DAY },
    { guid: 'ja', title: '静かな朝の読書について', html: '<p>朝の本。</p>', at: Date.now() - 3 * DAY },
  ])

  // All feeds of a test live on one site, and would share a folder.
  await reader.run('Setting: group feeds of one site')

  // Follow: the palette prompts for the address alone. View, folder and title can be added.
  await reader.press('Control+k')
  await page.keyboard.type('>follow an address')
  await reader.press('Enter')
  await expect(box(reader)).toHaveAttribute('placeholder', 'Which address?')
  await expect(palette.getByRole('option', { name: 'More: Which folder?' })).toBeVisible()
  await page.keyboard.type(feeds.address('gardening'))
  await reader.press('Enter')
  await expect(palette).toBeHidden()
  await expect(reader.subscription('The patient gardener')).toBeVisible()
  await reader.run('Follow an address', feeds.address('birds'))
  await expect(reader.subscription('birds')).toBeVisible()

  // The last command is first.
  await reader.press('Control+k')
  await expect(
    palette.getByRole('group', { name: 'Recently used' }).getByRole('option').first(),
  ).toContainText('Follow an address')

  // Some letters of a name, in order, are enough, and are marked.
  await page.keyboard.type('@ptgard')
  const results = palette.getByRole('option').first()
  await expect(results).toContainText('The patient gardener')
  expect((await results.locator('mark').allTextContents()).join('').toLowerCase()).toBe('ptgard')
  await reader.press('Enter')
  await expect(heading(reader)).toHaveText('The patient gardener')
  await expect(reader.rows).toHaveCount(3)

  // Entries by text, in any script.
  for (const [text, title] of [
    ['gardening story 2', 'gardening story 2'],
    ['公园里', '城市公园里的鸟'],
    ['読書', '静かな朝の読書について'],
  ] as const) {
    await reader.press('Control+k')
    await page.keyboard.type(`/${text}`)
    await expect(palette.getByRole('option', { name: title })).toBeVisible()
    await reader.press('Enter')
    await expect(palette).toBeHidden()
    await expect(reader.title).toHaveText(title)
  }

  // Rename: the feed that is shown is meant. Backspace in the empty box chooses another one.
  await reader.press('Control+k')
  await page.keyboard.type('>rename a subscription')
  await reader.press('Enter')
  await expect(box(reader)).toHaveAttribute('placeholder', 'What title?')
  await expect(palette.getByText('Rename a subscription: birds')).toBeVisible()
  await box(reader).fill('')
  await reader.press('Backspace')
  await expect(box(reader)).toHaveAttribute('placeholder', 'Which subscription?')
  await box(reader).fill('gardener')
  await reader.press('Enter')
  await expect(box(reader)).toHaveValue('The patient gardener')
  await box(reader).fill('Green thumbs')
  await reader.press('Enter')
  await expect(palette).toBeHidden()
  await expect(reader.subscription('Green thumbs')).toBeVisible()
  await reader.runLine('move "Green thumbs" Outdoors')
  const folder = reader.subscription('Outdoors')
  await expect(folder).toBeVisible()
  await reader.run('Undo')
  await expect(folder).toBeHidden()
  await reader.run('Undo')
  await expect(reader.subscription('The patient gardener')).toBeVisible()

  // Colours, for good.
  await reader.run('Change the colour mode', 'Dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  // All read, and back; unfollowed, and back with what was unread.
  await reader.run('Go to all entries')
  const unread = reader.subscription('All').locator('.ui-badge > [aria-hidden]')
  const before = (await unread.textContent()) ?? ''
  await reader.run('Mark the whole view as read')
  await expect(unread).toHaveCount(0)
  await reader.run('Undo')
  await expect(unread).toHaveText(before)
  await reader.runLine('unfollow patient gardener')
  await expect(reader.subscription('The patient gardener')).toBeHidden()
  await expect(reader.toast('Unfollowed “The patient gardener”')).toBeVisible()
  await reader.run('Undo')
  await expect(reader.subscription('The patient gardener')).toBeVisible()
  await expect(unread).toHaveText(before)

  // The same chord closes, and every command is in the empty box.
  const options = palette.getByRole('option')
  await reader.press('Control+k')
  await expect(palette).toBeVisible()
  const first = options.first()
  await expect(first).toHaveAttribute('aria-setsize', /^\d{3}$/)
  await expect(box(reader)).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? '')
  await reader.press('End')
  const last = palette.getByRole('option', { selected: true })
  await expect(last).toHaveAttribute('aria-posinset', (await first.getAttribute('aria-setsize')) ?? '')
  await expect(box(reader)).toHaveAttribute('aria-activedescendant', (await last.getAttribute('id')) ?? '')
  await reader.press('Control+k')
  await expect(palette).toBeHidden()

  // Undo with nothing to undo shows a message only.
  await reader.press('g s')
  await reader.press('Control+k')
  await page.keyboard.type('list unfollow')
  await expect(options.first()).toHaveAttribute('aria-disabled', 'true')
  await reader.press('Enter')
  await expect(palette.getByRole('alert')).toContainText('choose a list first')
  await box(reader).fill('zqxj')
  await reader.press('Enter')
  await expect(palette.getByRole('alert')).toContainText('Nothing is named “zqxj”')
  await expect(box(reader)).toHaveAttribute('aria-expanded', 'false')

  // Prefixes.
  await box(reader).fill('?')
  await expect(options).toHaveCount(7)
  await box(reader).fill(':text size')
  await expect(options.first()).toContainText('text size')
  await reader.press('Enter')
  await expect(page).toHaveURL(/settings\/appearance/)
  await expect(page.locator('[data-setting="uiTextSize"] input')).toBeFocused()
  await reader.press('Control+k')
  await page.keyboard.type('@patient')
  await reader.press('Enter')
  await expect(heading(reader)).toHaveText('The patient gardener')

  // A row's actions on the second key; Escape closes one level at a time.
  await reader.press('Control+k')
  await page.keyboard.type('refresh the timeline')
  await reader.press('Control+Enter')
  await expect(palette.getByRole('option', { name: 'Set alias…' })).toBeVisible()
  await page.keyboard.type('why')
  await reader.press('Enter')
  await expect(palette.getByText('You typed its exact title.')).toBeVisible()
  await reader.press('Escape Escape')
  await expect(box(reader)).toHaveValue('refresh the timeline')
  await reader.press('Tab')
  await page.keyboard.type('alias')
  await reader.press('Enter')
  await expect(box(reader)).toHaveAttribute('placeholder', 'Which alias?')
  await page.keyboard.type('rr')
  await reader.press('Enter')
  await expect(palette).toBeHidden()
  await reader.press('Control+k')
  await page.keyboard.type('rr')
  await expect(options.first()).toContainText('Refresh the timeline')
  await reader.press('Escape')

  // One line, and the text of before by ArrowUp.
  await reader.runLine('theme light')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await reader.press('Control+k')
  await reader.press('ArrowUp')
  await expect(box(reader)).toHaveValue('theme light')
  await reader.press('ArrowUp')
  await expect(box(reader)).not.toHaveValue('theme light')
})

/** Where one types in the palette. */
const box = (reader: Reader): Locator => reader.palette.getByRole('combobox')
const heading = (reader: Reader): Locator => reader.pane('timeline').getByRole('heading', { level: 1 })
