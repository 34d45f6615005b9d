/** A text is highlighted and noted by keys, is there after a reload, listed on its screen, exported, deleted and brought back. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { goTo } from './dialog-openers.ts'
import { expect, test } from './fixtures.ts'

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
    const dialog = page.locator('[data-dialog="note"]')
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Take an umbrella')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
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

    await goTo(page, '/highlights')
    const row = page.locator('[data-highlight-id]').filter({ hasText: 'later today' })
    await expect(row).toContainText('Take an umbrella')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export as Markdown' }).click()
    const text = readFileSync(await (await download).path(), 'utf8')
    expect(text).toContain('> later today\n\nTake an umbrella')
    expect(text).toContain('Clouds over Leipzig')

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
