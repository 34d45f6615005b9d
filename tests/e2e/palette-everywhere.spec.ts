/** The palette opens from wherever the focus is, and gives it back; keys act on the row under the cursor. */
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'

test('one chord opens and closes the palette from everywhere, and keys act where the cursor is', async ({
  signedUp: reader,
  feeds,
}) => {
  test.setTimeout(240_000)
  const { page, palette } = reader
  feeds.write('alpha', manyEntries('alpha', 3, Date.now() - 3_600_000))
  feeds.write('beta', manyEntries('beta', 2, Date.now() - 36_000_000))
  await reader.follow(feeds, { alpha: 'Letters', beta: 'Letters' })
  await expect(reader.rows).toHaveCount(5)
  await reader.press('j')
  await expect(reader.title).toHaveText('alpha story 3')
  const list = reader.pane('timeline').locator('[data-scroll]')
  const openAndClose = async () => {
    await page.keyboard.press('Control+k')
    await expect(palette).toBeVisible()
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.press('Control+k')
    await expect(palette).toBeHidden()
  }

  await test.step('the list', async () => {
    await openAndClose()
    await expect(list).toBeFocused()
  })
  await test.step('a field of a dialog', async () => {
    await reader.press('a')
    const field = page.locator('[data-dialog="follow"] input').first()
    await expect(field).toBeFocused()
    await page.keyboard.type('half a word')
    await openAndClose()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('half a word')
    await reader.press('Escape')
    await expect(field).toBeHidden()
  })
  await test.step('a field of the settings', async () => {
    await page.keyboard.press('Control+,')
    const field = page.getByRole('searchbox', { name: 'Search the settings' })
    await field.focus()
    await openAndClose()
    await expect(field).toBeFocused()
    // Without a text Escape leaves.
    await page.keyboard.press('Escape')
    await expect(reader.rows.first()).toBeVisible()
  })
  await test.step('a menu', async () => {
    await list.focus()
    await page.keyboard.press('Shift+F10')
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(palette).toBeVisible()
    await reader.press('Escape')
    await expect(palette).toBeHidden()
  })
  await test.step('a frame within the entry', async () => {
    await page.evaluate(() => {
      const frame = document.createElement('iframe')
      frame.srcdoc = '<input id="inner">'
      document.querySelector('[data-entry-scroll]')?.append(frame)
    })
    const inner = page.frameLocator('iframe').locator('#inner')
    // The page hears of the frame's focus a moment later.
    await expect(async () => {
      await inner.focus()
      await expect(inner).toBeFocused({ timeout: 500 })
      await page.keyboard.press('Control+k')
      await expect(palette).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(palette.getByRole('combobox')).toBeFocused()
    await reader.press('Escape')
    await expect(palette).toBeHidden()
  })
  await test.step('its button', async () => {
    await page.getByRole('button', { name: 'Open the palette' }).click()
    await expect(palette.getByRole('combobox')).toBeFocused()
    await reader.press('Escape')
    await expect(palette).toBeHidden()
  })
  await test.step('the pane that keys go to is marked', async () => {
    // By a bar at its current row.
    const isMarked = (area: 'subscription-list' | 'timeline') =>
      reader
        .pane(area)
        .locator('[aria-current="true"]')
        .first()
        .evaluate((row) => getComputedStyle(row, '::before').width === '3px')
    await list.focus()
    await reader.press('j')
    await expect.poll(() => isMarked('timeline')).toBe(true)
    expect(await isMarked('subscription-list')).toBe(false)
    await reader.press('Enter')
    await expect.poll(() => isMarked('timeline')).toBe(false)
    await reader.press('Escape Backspace')
    await expect.poll(() => isMarked('subscription-list')).toBe(true)
    expect(await isMarked('timeline')).toBe(false)
  })
  await test.step('keys in the tree act on the folder under the cursor', async () => {
    const folder = reader.subscription('Letters')
    for (let steps = 0; steps < 4 && (await folder.getAttribute('aria-current')) !== 'true'; steps += 1)
      await reader.press('j')
    await expect(folder).toHaveAttribute('aria-current', 'true')
    await reader.press('e')
    const dialog = page.getByRole('dialog', { name: 'Rename the folder' })
    await expect(dialog.getByRole('textbox')).toHaveValue('Letters')
    await page.keyboard.type('Post')
    await reader.press('Enter')
    await expect(reader.toast('Renamed the folder “Letters” to “Post”')).toBeVisible()
    await expect(reader.subscription('Post')).toBeVisible()
    await expect(reader.subscription('Post')).toHaveAttribute('aria-current', 'true')

    // Unfollowing a folder is all of its feeds, which it says first.
    await reader.press('Delete')
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('This changes 2 subscriptions.')
    await question.getByRole('button', { name: 'All 2' }).press('Enter')
    await expect(reader.subscription('Post')).toBeHidden()
    await reader.press('Control+z')
    await expect(reader.toast('Undone: unfollowed 2 subscriptions')).toBeVisible()
    await expect(reader.subscription('Post')).toBeVisible()
    await reader.press('Control+z')
    await expect(reader.toast('Undone: renamed the folder “Letters” to “Post”')).toBeVisible()
    await expect(reader.subscription('Letters')).toBeVisible()
  })
})
