import type { Locator } from '@playwright/test'
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'

const DAY = 86_400_000

test('someone who knows only Control+K follows, finds, reads, renames, moves, marks and takes back', async ({
  reader,
  feeds,
}) => {
  const { page, palette } = reader
  feeds.write('gardening', manyEntries('gardening', 3), 'The patient gardener')
  feeds.write('birds', [
    { guid: 'zh', title: '城市公园里的鸟', html: '<p>清晨的公园。</p>', at: Date.now() - 2 * DAY },
    { guid: 'ja', title: '静かな朝の読書について', html: '<p>朝の本。</p>', at: Date.now() - 3 * DAY },
  ])

  // All feeds of a test live on one site, and would share a folder.
  await reader.run('Setting: group feeds of one site')

  // Follow: the palette asks for the address, then for the view and the folder, which may be left out.
  await reader.press('Control+k')
  await page.keyboard.type('>follow an address')
  await reader.press('Enter')
  await expect(box(reader)).toHaveAttribute('placeholder', 'Which address?')
  await page.keyboard.type(feeds.address('gardening'))
  await reader.press('Enter')
  await expect(box(reader)).toHaveAttribute('placeholder', 'Which view?')
  await expect(palette.getByRole('option').first()).toHaveText('Skip')
  await reader.press('Enter')
  await expect(box(reader)).toHaveAttribute('placeholder', 'Which folder?')
  await reader.press('Enter')
  await expect(palette).toBeHidden()
  await expect(reader.subscription('The patient gardener')).toBeVisible()
  await reader.run('Follow an address', feeds.address('birds'), '', '')
  await expect(reader.subscription('birds')).toBeVisible()

  // What was run last stands first.
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

  // Entries by words, in any writing.
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

  // Rename and move: which one, then what.
  await reader.press('Control+k')
  await page.keyboard.type('>rename a subscription')
  await reader.press('Enter')
  await expect(box(reader)).toHaveAttribute('placeholder', 'Which subscription?')
  await box(reader).fill('gardener')
  await reader.press('Enter')
  await expect(box(reader)).toHaveAttribute('placeholder', 'What title?')
  await box(reader).fill('Green thumbs')
  await reader.press('Enter')
  await expect(palette).toBeHidden()
  await expect(reader.subscription('Green thumbs')).toBeVisible()
  await reader.run('Move a subscription', 'Green thumbs', '', 'Outdoors')
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
  await reader.run('Unfollow', 'The patient gardener')
  await expect(reader.subscription('The patient gardener')).toBeHidden()
  await expect(reader.toast('Unfollowed “The patient gardener”')).toBeVisible()
  await reader.run('Undo')
  await expect(reader.subscription('The patient gardener')).toBeVisible()
  await expect(unread).toHaveText(before)
})

/** Where one types in the palette. */
const box = (reader: Reader): Locator => reader.palette.getByRole('combobox')
const heading = (reader: Reader): Locator => reader.pane('timeline').getByRole('heading', { level: 1 })
