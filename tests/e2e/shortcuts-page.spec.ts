/** The page of keys, by keys: recording, conflicts, searching by pressing, rules, and the way back. */
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'

test('keys are recorded with their conflicts in words, found by pressing, bound by rules, and reset', async ({
  signedUp: reader,
  feeds,
}) => {
  const { page } = reader
  feeds.write('alpha', manyEntries('alpha', 6, Date.now() - 3_600_000))
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(6)
  await reader.press('j g k')
  const row = (id: string) => page.locator(`.shortcut[data-command="${id}"]`)
  const star = row('entry:star')
  const record = (id: string) => row(id).getByRole('button', { name: /^Change the keys of/ })
  const recorder = page.locator('[data-focus-area="recording"]')

  await test.step('keys of another command are refused at first, with its name and an example', async () => {
    await record('entry:star').press('Enter')
    await expect(recorder).toBeFocused()
    await reader.press('m')
    await expect(star).toContainText('This shortcut conflicts with command:')
    await expect(star).toContainText('Mark as read or unread')
    await expect(star).toContainText(/in the (timeline|entry)/)
    await expect(star.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await reader.press('Enter')
    await expect(star.getByText('Mark as read or unread')).toBeHidden()
    await expect(record('entry:star')).toBeFocused()
    // The beginning of others, and a digit.
    await reader.press('Enter g')
    await expect(star).toContainText('These keys begin, or are the beginning of, the keys of another command')
    await star.getByRole('button', { name: 'Cancel' }).press('Enter')
    await record('entry:star').press('Enter')
    await reader.press('5')
    await expect(star).toContainText('digits no longer count')
    await star.getByRole('button', { name: 'Cancel' }).press('Enter')
  })

  await test.step('a sequence is recorded, marked as custom, and found by pressing it', async () => {
    await record('entry:star').press('Enter')
    await reader.press('y s')
    await expect(page.getByText('Star or unstar has new keys.')).toBeVisible()
    await expect(star.getByText('Custom', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Press to search' }).press('Enter')
    await expect(recorder).toBeFocused()
    await reader.press('y')
    await expect(page.locator('.shortcut')).toHaveCount(1)
    await expect(star).toBeVisible()
    await expect(recorder).toBeHidden()
    await page.getByRole('button', { name: 'Y', exact: true }).press('Enter')
    await expect(row('timeline:refetch')).toBeVisible()
  })

  await test.step('undo and reset lead back', async () => {
    await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter')
    await expect(star.getByText('Custom', { exact: true })).toBeHidden()
    await record('entry:star').press('Enter')
    await reader.press('y s')
    await expect(star.getByText('Custom', { exact: true })).toBeVisible()
    await star.getByRole('button', { name: 'Reset the keys of Star or unstar' }).press('Enter')
    await expect(star.getByText('Custom', { exact: true })).toBeHidden()
    await expect(record('entry:star')).toBeFocused()
    await star.getByRole('button', { name: 'Remove the keys of Star or unstar' }).press('Enter')
    await expect(star).toContainText('no keys')
    await expect(record('entry:star')).toBeFocused()
    await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter')
    await expect(star).not.toContainText('no keys')
  })

  await test.step('a rule has arguments, a condition and a count; another one takes a key away', async () => {
    const addRule = async (keys: string, command: string, more: Readonly<Record<string, string>>) => {
      await page.getByRole('button', { name: 'Add a rule' }).press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Add a rule' })
      await expect(recorder).toBeFocused()
      await reader.press(keys)
      await expect(recorder).toBeHidden()
      await dialog.getByRole('button', { name: /^Command:/ }).press('Enter')
      await page.keyboard.type(command)
      await expect(dialog.getByRole('option', { selected: true })).toContainText(command)
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('button', { name: /^Command:/ })).toBeFocused()
      for (const [label, text] of Object.entries(more)) await dialog.getByLabel(label).fill(text)
      await dialog.getByRole('button', { name: 'Add a rule' }).press('Enter')
      await expect(dialog).toBeHidden()
    }
    await addRule('y y', 'entry:star', { 'Only when': "area == 'timeline'", Count: '3' })
    await addRule('y b', 'entries:read', { 'Which entries?': 'below' })
    await addRule('s', 'Do nothing', {})
    await expect(page.getByRole('heading', { name: 'Your rules' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(reader.rows.first()).toBeVisible()
    await expect(reader.pane('timeline')).toHaveAttribute('data-focused-area', '')
    const stars = reader.pane('timeline').locator('.entry-star')
    await reader.press('s')
    await reader.press('y y')
    await expect(stars).toHaveCount(3)
    await reader.press('y b')
    await expect.poll(async () => Object.values(await reader.counts())).toEqual([])
    // Not where its condition does not hold.
    await reader.press('Enter')
    await expect(reader.pane('entry-render')).toHaveAttribute('data-focused-area', '')
    await reader.press('y y Escape')
    await expect(stars).toHaveCount(3)
  })
})
