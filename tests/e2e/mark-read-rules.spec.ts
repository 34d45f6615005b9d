import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'

const unread = async (reader: Reader) =>
  Object.values(await reader.counts()).reduce((sum, count) => sum + count, 0)
const isRead = (reader: Reader, title: string) =>
  reader.rows.filter({ hasText: title }).getAttribute('data-read')

test('a feed is marked as read after some seconds, at once, or by scrolling, as its form or a command says', async ({
  signedUp: reader,
  feeds,
  page,
}) => {
  test.setTimeout(240_000)
  await test.step('after some seconds, as its form says, and at once again by a command', async () => {
    feeds.write('garden', manyEntries('garden', 4), 'Garden')
    await reader.follow(feeds)
    await expect(reader.rows).toHaveCount(4)

    await reader.run('Edit a subscription', 'Garden')
    const form = page.getByRole('dialog', { name: 'Edit the feed' })
    await form.getByRole('combobox', { name: 'Mark as read' }).selectOption('After it was open for a while')
    await form.getByRole('spinbutton', { name: 'Seconds' }).fill('2')
    await form.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(form).toBeHidden()

    // Left before that, an entry stays unread; the one that stays open becomes read.
    await reader.press('j')
    await expect(reader.title).toHaveText('garden story 4')
    await reader.press('j')
    await expect(reader.title).toHaveText('garden story 3')
    await expect.poll(() => unread(reader)).toBe(3)
    expect(await isRead(reader, 'garden story 3')).toBe('true')
    expect(await isRead(reader, 'garden story 4')).toBeNull()

    await page.reload()
    await expect(reader.rows).toHaveCount(4)
    await reader.run('When to mark a subscription as read', 'Garden', 'Only when opened')
    await reader.press('j j')
    await expect.poll(() => unread(reader)).toBe(1)
  })

  await test.step('rows that leave the screen are read where the feed says so, and nothing is read by scrolling elsewhere', async () => {
    feeds.write('meadow', manyEntries('meadow', 30), 'Meadow')
    feeds.write('kitchen', manyEntries('kitchen', 30), 'Kitchen')
    await reader.follow(feeds)
    await expect.poll(() => unread(reader)).toBe(61)
    await expect(reader.rows.first()).toBeVisible()
    await reader.run('When to mark a subscription as read', 'Meadow', 'When it leaves the screen')
    await reader.run('When to mark a subscription as read', 'Kitchen', 'Never by scrolling')
    const scroller = reader.pane('timeline').locator('[data-scroll]')
    await scroller.hover()
    await page.mouse.wheel(0, 2500)
    // Of the meadow's and the kitchen's entries; one of the garden's is left.
    const sorted = async () => Object.values(await reader.counts()).toSorted((a, b) => a - b)
    await expect.poll(async () => (await sorted()).at(-2)).toBeLessThanOrEqual(28)
    // What was thrown past was not on the screen long enough to leave it.
    expect((await sorted()).at(-2)).toBeGreaterThanOrEqual(20)
    expect((await sorted()).at(-1)).toBe(30)
  })
})
