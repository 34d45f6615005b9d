/** A text is highlighted and noted by keys, is there after a reload, listed on its screen, exported, deleted and brought back. */
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { goTo } from './dialog-openers.ts'
import { expect, test } from './fixtures.ts'
import { Reader } from './reader.ts'

/** Selects the first place of a text in the open entry, as a pointer does. */
const select = (page: Page, text: string) =>
  page.evaluate((wanted) => {
    const content = document.querySelector('.entry-content')
    const walker = document.createTreeWalker(content ?? document, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode as Text
      const at = node.data.indexOf(wanted)
      if (at === -1) continue
      getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length)
      return
    }
    throw new Error(`The entry does not have: ${wanted}`)
  }, text)

/** The texts that the browser colours as highlights. */
const coloured = (page: Page, color: string) =>
  page.evaluate(
    (name) => [...(CSS.highlights.get(`entry-highlight-${name}`) ?? [])].map((range) => range.toString()),
    color,
  )

test('a text is highlighted with a note and an entry labelled, both are listed, exported, deleted and brought back', async ({
  signedUp: reader,
  feeds,
}) => {
  test.setTimeout(240_000)
  const { page } = reader
  feeds.write(
    'weather',
    [
      {
        guid: '1',
        title: 'Clouds over Leipzig',
        html: '<p>Rain comes <em>later today</em>.</p><p>The sun comes tomorrow.</p>',
        at: Date.now() - 3_600_000,
      },
      { guid: '2', title: 'A dry day', html: '<p>No cloud at all.</p>', at: Date.now() - 3_601_000 },
    ],
    'Weather',
  )
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(2)

  await test.step('a text is highlighted with a note, found again after a reload, exported, deleted and brought back', async () => {
    await reader.rows.first().click()
    await expect(page.locator('.entry-content')).toContainText('The sun comes tomorrow.')
    await page.locator('[data-entry-scroll]').focus()

    await select(page, 'later today')
    await reader.press('Shift+n')
    // There is room beside the text: the note is written there, and stands at the height of its highlight.
    const margin = page.getByRole('list', { name: 'Notes beside the text' })
    await expect(margin.getByRole('textbox', { name: 'Note' })).toBeFocused()
    await page.keyboard.type('Take a hat')
    await reader.press('Control+Enter')
    const beside = margin.getByRole('button', { name: 'Take a hat' })
    await expect(beside).toBeVisible()
    const heightOf = (locator: Locator) => locator.evaluate((one) => one.getBoundingClientRect().top)
    const text = page.locator('.entry-content em')
    await expect
      .poll(async () => Math.abs((await heightOf(beside)) - (await heightOf(text))))
      .toBeLessThan(24)
    // From the note to the highlight and back, by keys.
    await beside.press('Enter')
    await expect(margin.getByRole('listitem')).toHaveAttribute('aria-current', 'true')
    await reader.press('Escape')
    await expect(page.locator('[data-entry-scroll]')).toBeFocused()
    await reader.press('Shift+e')
    await expect(margin.getByRole('textbox', { name: 'Note' })).toHaveValue('Take a hat')
    await reader.press('Escape')
    await expect(beside).toBeVisible()

    // In a narrower window notes are in the list alone, and written in a dialog.
    await page.setViewportSize({ width: 1100, height: 860 })
    await expect(margin).toBeHidden()
    await reader.press('Shift+e')
    const dialog = page.locator('[data-dialog="note"]')
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Take an umbrella')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await page.setViewportSize({ width: 1360, height: 860 })
    await expect(margin).toContainText('Take an umbrella')
    const notes = page.getByRole('region', { name: 'Highlights and notes' })
    await expect(notes.getByRole('listitem')).toHaveCount(1)
    await expect(notes).toContainText('Take an umbrella')
    expect(await coloured(page, 'yellow')).toEqual(['later today'])

    await select(page, 'sun')
    await reader.run('Highlight the selected text in a colour', 'green')
    await expect(notes.getByRole('listitem')).toHaveCount(2)
    expect(await coloured(page, 'green')).toEqual(['sun'])

    await page.reload()
    await expect(notes.getByRole('listitem')).toHaveCount(2)
    await expect.poll(() => coloured(page, 'yellow')).toEqual(['later today'])

    // As the first entry of a page that began with the list, and again after another one.
    await goTo(page, '/timeline/view-0/all')
    await reader.press('u')
    await expect(reader.rows).toHaveCount(2)
    await page.reload()
    for (const _ of ['first', 'again']) {
      await reader.rows.filter({ hasText: 'Clouds over Leipzig' }).click()
      await expect.poll(() => coloured(page, 'yellow')).toEqual(['later today'])
      await expect.poll(() => coloured(page, 'green')).toEqual(['sun'])
      await reader.rows.filter({ hasText: 'A dry day' }).click()
      await expect.poll(() => coloured(page, 'yellow')).toEqual([])
    }

    // Rows of the list count them.
    await expect(reader.rows.filter({ hasText: 'Clouds over Leipzig' })).toContainText(
      '2 highlights and notes',
    )

    await goTo(page, '/highlights')
    const row = page.locator('[data-highlight-id]').filter({ hasText: 'later today' })
    await expect(row).toContainText('Take an umbrella')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export as Markdown' }).click()
    const file = readFileSync(await (await download).path(), 'utf8')
    expect(file).toContain('> later today\n\nTake an umbrella')
    expect(file).toContain('Clouds over Leipzig')

    await row.getByRole('button', { name: 'Delete the highlight' }).click()
    await expect(row).toBeHidden()
    await expect(reader.toast('Deleted the highlight')).toBeVisible()
    await reader.press('Control+z')
    await expect(row).toBeVisible()
    await row.getByRole('button', { name: 'later today' }).press('Enter')
    await expect(reader.title).toContainText('Clouds over Leipzig')
    await expect(notes.getByRole('listitem').filter({ hasText: 'later today' })).toHaveAttribute(
      'aria-current',
      'true',
    )
  })

  await test.step('a label is put on an entry by keys, opened, coloured, deleted and brought back', async () => {
    const chip = page.getByRole('list', { name: 'Labels' }).getByRole('button')

    await reader.run('Add or remove a label', 'work/later')
    await expect(chip).toHaveText('work / later')
    await expect(page.getByRole('treeitem', { name: 'later' })).toBeVisible()

    await chip.click()
    await expect(reader.rows).toHaveCount(1)

    await page.goto(`${reader.url}/settings/labels`)
    const label = page.getByRole('listitem').filter({ hasText: 'work / later' })
    await expect(label).toContainText('1 entry')
    await label.getByRole('combobox').selectOption('blue')
    await expect(label.locator('[data-accent="blue"]')).toBeVisible()
    await label.getByRole('button', { name: 'Delete work/later' }).click()
    await expect(label).toBeHidden()
    await expect(reader.toast('Deleted the label')).toBeVisible()
    await expect(reader.palette).toBeHidden()

    await goTo(page, '/')
    const later = page.getByRole('treeitem', { name: 'later' })
    await expect(page.getByRole('treeitem', { name: 'work' })).toBeVisible()
    await expect(later).toBeHidden()
    await reader.press('Control+z')
    await expect(later).toBeVisible()
  })
})

test('five highlights of earlier days are reviewed by keys, the same after a reload and in a second browser', async ({
  signedUp: reader,
  feeds,
  browser,
}) => {
  const { page } = reader
  const words = ['one', 'two', 'three', 'four', 'five', 'six']
  feeds.write(
    'news',
    words.map((word, at) => ({ guid: word, title: `On ${word}`, at: Date.now() - at * 60_000 })),
  )
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(6)
  const listed = await reader.request<{ data: { entries: { id: string; title: string } }[] }>('/entries', {
    method: 'POST',
    body: { view: 0 },
  })
  for (const [at, word] of words.entries()) {
    const entryId = listed.data.find(({ entries }) => entries.title === `On ${word}`)?.entries.id
    const quote = { exact: `The words of ${word}`, prefix: '', suffix: '' }
    const createdAt = new Date(Date.now() - (30 - at) * 86_400_000).toISOString()
    await reader.request('/highlights', { method: 'POST', body: { entryId, quote, createdAt } })
  }
  await reader.open()
  await reader.run('Review five older highlights')
  const review = page.getByRole('region', { name: 'Daily review' })
  const card = review.getByRole('group')
  await expect(card).toBeFocused()
  await expect(card).toContainText('The words of one')
  await expect(review.getByRole('status')).toHaveText('5 left today')
  await reader.press('j k y')
  await expect(card).toContainText('The words of two')
  await reader.press('l')
  await expect(card).toContainText('The words of three')
  await reader.press('a')
  await expect(review.getByRole('status')).toHaveText('2 left today')
  await expect(card).toContainText('The words of four')

  await page.reload()
  await expect(review.getByRole('status')).toHaveText('2 left today')
  await expect(card).toContainText('The words of four')
  await reader.press('k k k')
  await expect(card).toContainText('The words of one')

  // Once the settings have been sent.
  await expect
    .poll(async () => {
      const { settings } = await reader.request<{ settings: { general?: Record<string, unknown> } }>(
        '/settings',
      )
      return Object.keys((settings.general?.['highlightReviews'] as object | undefined) ?? {}).length
    })
    .toBe(3)
  const context = await browser.newContext()
  const other = new Reader(await context.newPage(), reader.url, reader.account)
  await other.signInByCall()
  await other.open()
  await other.run('Review five older highlights')
  const there = other.page.getByRole('region', { name: 'Daily review' })
  await expect(there.getByRole('status')).toHaveText('2 left today')
  await expect(there.getByRole('group')).toContainText('The words of four')
  await other.press('Enter')
  await expect(other.title).toHaveText('On four')
  await context.close()
})
