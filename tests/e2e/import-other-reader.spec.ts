import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'

test('a file that is dropped on any screen is imported, and the export of another reader brings its feeds, stars, read marks and saved pages', async ({
  reader,
  feeds,
}) => {
  const { page } = reader
  const dialog = page.getByRole('dialog', { name: 'Import feeds' })
  await test.step('a file that is dropped on any screen is imported, with the list behind its report; one that is none says so', async () => {
    feeds.write('alpha', manyEntries('alpha', 2), 'Alpha')
    await page.goto(`${reader.url}/settings/general`)
    await expect(page.getByRole('heading', { name: 'General' })).toBeVisible()
    const drag = (type: string, name: string, text: string) =>
      page.evaluate(
        ([event, fileName, content]) => {
          const dataTransfer = new DataTransfer()
          dataTransfer.items.add(new File([content], fileName))
          document.body.dispatchEvent(new DragEvent(event, { dataTransfer, bubbles: true, cancelable: true }))
        },
        [type, name, text] as const,
      )
    const hint = page.getByText('Drop the file to import it')
    // What hears of it loads once the app is idle.
    await expect(async () => {
      await drag('dragover', 'photo.txt', 'a photo')
      await expect(hint).toBeVisible({ timeout: 500 })
    }).toPass()
    await drag('drop', 'photo.txt', 'a photo')
    await expect(hint).toBeHidden()
    await expect(dialog.getByRole('alert')).toContainText('No format recognises this file')

    await drag('drop', 'feeds.opml', feeds.opml({ alpha: 'Science' }))
    await expect(dialog.getByRole('button', { name: 'Import 1 feed' })).toBeEnabled()
    await page.keyboard.press('Enter')
    const start = dialog.getByRole('button', { name: 'Start reading' })
    await expect(start).toBeFocused()
    await expect(reader.rows).toHaveCount(2)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await reader.press('j')
    await expect(reader.title).toHaveText('alpha story 2')
  })

  feeds.write('garden', manyEntries('garden', 3), 'The garden')
  const item = (guid: string, title: string, ...categories: string[]) => ({
    guid,
    title,
    categories,
    content: { content: `<p>The text of ${title}.</p>` },
    origin: { streamId: `feed/${feeds.address('garden')}`, title: 'The garden' },
  })
  const [read, starred, label] = [
    'user/-/state/com.google/read',
    'user/-/state/com.google/starred',
    'user/-/label/Plants',
  ]
  const items = [
    item('garden-1', 'garden story 1', read, starred),
    item('garden-2', 'garden story 2', read),
    item('long-ago', 'Roses of long ago', starred, label),
    { categories: [starred] },
  ]
  await reader.run('Import from another reader')
  // The report of the earlier import is first.
  await dialog.getByRole('button', { name: 'Another file' }).press('Enter')
  const choose = async (name: string, text: string) => {
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Choose a file' }).press('Enter')
    await (await chooser).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  }
  await choose('starred.json', '{"items": [{"id"')
  await expect(dialog.getByRole('alert')).toContainText('The file is damaged or cut off')

  await choose('starred.json', JSON.stringify({ items }))
  await expect(dialog.getByText('1 line of the file could not be read')).toBeVisible()
  const choice = dialog.getByRole('checkbox', { name: 'Import 3 entries' })
  await expect(choice).toBeChecked()
  await expect(dialog).toContainText('2 starred · 2 read · 0 highlights')
  await dialog.getByRole('button', { name: 'Import', exact: true }).press('Enter')
  await expect(dialog.getByText('3 entries imported')).toBeVisible({ timeout: 60_000 })
  await expect(dialog.getByText('1 of them saved as a page')).toBeVisible()
  const lines = dialog.getByRole('list', { name: 'Details' }).getByRole('listitem')
  await expect(lines.first()).toContainText('The entry has no address, no title and no text.')
  await dialog.getByRole('button', { name: 'Start reading' }).press('Enter')

  const found = async (q: string) => {
    const { data } = await reader.request<{ data: { entries: { title: string } }[] }>('/entries/search', {
      method: 'POST',
      body: { q },
    })
    return data.map(({ entries }) => entries.title).toSorted()
  }
  await expect.poll(() => found('is:starred')).toEqual(['Roses of long ago', 'garden story 1'])
  expect(await found('is:read')).toEqual(['alpha story 2', 'garden story 1', 'garden story 2'])
  expect(await found('label:plants')).toEqual(['Roses of long ago'])
  await expect(reader.subscription('The garden')).toBeVisible()
})
