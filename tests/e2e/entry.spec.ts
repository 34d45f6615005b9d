import { readFile } from 'node:fs/promises'
import { colouredPng } from '../support/coloured-png.ts'
import { entriesOnServer } from './expected-state.ts'
import { expect, test } from './fixtures.ts'

const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, index) => `<p>Paragraph ${index + 1} of the long walk.</p>`).join('')

test('an entry is left and found again, searched at once, exported whole, shared, and read beside its page', async ({
  signedUp: reader,
  feeds,
  browser,
}) => {
  const { page } = reader
  feeds.serve('red.png', colouredPng(300, 200, [200, 30, 30]), 'image/png')
  feeds.write('replies', [
    { guid: 'r1', title: 'On the walk', html: '<p>How long was it?</p>', at: Date.now() - 60_000 },
    { guid: 'r2', title: 'On the walk', html: '<p>I know the way.</p>', at: Date.now() - 30_000 },
  ])
  feeds.write('walks', [
    {
      guid: 'one',
      title: 'A long walk',
      html: `<p><latex>a^2 + b^2</latex></p><p><img src="${feeds.url}/red.png" alt="Red"></p>${paragraphs(200)}`,
      at: Date.now() - 3_600_000,
    },
    {
      guid: 'two',
      title: 'A short walk',
      html: '<p>Short.</p>',
      comments: feeds.address('replies'),
      at: Date.now() - 7_200_000,
    },
  ])
  await reader.request('/subscriptions', { method: 'POST', body: { url: feeds.address('walks'), view: 0 } })
  await reader.open()
  await reader.press('g a')
  await expect(reader.rows).toHaveCount(2)
  await reader.press('j')
  await expect(reader.title).toHaveText('A long walk')
  const pane = reader.pane('entry-render')
  const scroller = pane.locator('[data-entry-scroll]')

  await test.step('a formula in an element of its own is rendered', async () => {
    await expect(pane.locator('math msup')).toHaveCount(2)
  })

  await test.step('letters typed right after the key that opens finding are all there', async () => {
    await scroller.focus()
    // Without waiting for the field, which loads now.
    await page.keyboard.press('Control+Alt+f')
    await page.keyboard.type('paragraph 150')
    const find = pane.getByRole('search')
    await expect(find.getByRole('searchbox')).toHaveValue('paragraph 150')
    await expect(find).toContainText('1 of 1')
    await reader.press('Escape')
  })

  await test.step('the entry is at the same place after another one and its comments, which a key shows beside it', async () => {
    await expect(pane.getByText('Paragraph 150 of')).toBeInViewport()
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('follow:reading-positions')))
      .toMatch(/0\.\d/)
    await reader.press('l')
    await expect(reader.title).toHaveText('A short walk')
    await reader.press('Shift+C')
    const comments = pane.getByRole('region', { name: 'Comments' })
    const comment = comments.locator('[data-comment]')
    await expect(comment).toHaveText([/How long was it\?/, /I know the way\./])
    await reader.press('] ]')
    await expect(comment.last()).toBeFocused()
    await reader.press('[')
    await expect(comment.first()).toBeFocused()
    await reader.press('Shift+C')
    await expect(comments).toBeHidden()
    await reader.press('h')
    await expect(reader.title).toHaveText('A long walk')
    await expect(pane.getByText('Paragraph 150 of')).toBeInViewport()
  })

  await test.step('the exported file holds its picture', async () => {
    const [file] = await Promise.all([page.waitForEvent('download'), reader.run('Export as HTML')])
    const html = await readFile(await file.path(), 'utf8')
    expect(html).toContain('data:image/png;base64,')
    expect(html).not.toContain(`${feeds.url}/red.png`)
  })

  await test.step('its page stands beside it, resized by keys, and both are as they were after a reload', async () => {
    await scroller.focus()
    await reader.press('Control+\\')
    const divider = pane.getByRole('separator')
    await expect(pane.getByText('This page cannot be shown here')).toBeVisible()
    const width = async () => Math.round((await scroller.boundingBox())?.width ?? 0)
    const before = await width()
    await divider.focus()
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowRight')
    await expect.poll(width).toBeGreaterThan(before + 20)
    const after = await width()
    await page.reload()
    await expect(reader.title).toHaveText('A long walk')
    await expect(pane.getByText('Paragraph 150 of')).toBeInViewport()
    await expect(pane.getByText('This page cannot be shown here')).toBeVisible()
    await expect.poll(async () => Math.abs((await width()) - after)).toBeLessThan(6)
    await pane.getByRole('button', { name: 'Close the second pane' }).click()
    await expect(divider).toBeHidden()
  })

  await test.step('a shared address opens the entry, or its public page without an account', async () => {
    const entry = (await entriesOnServer(reader)).find(({ title }) => title === 'A short walk')
    const address = `${reader.url}/timeline/view-0/all/${entry?.id}?share=1`
    // On a phone too, where one pane is visible.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(address)
    await expect(reader.title).toHaveText('A short walk')
    await expect(reader.title).toBeInViewport()
    await page.goto(`${reader.url}/timeline/view-0/all/1234567890123456?share=1`)
    await expect(pane.getByRole('heading', { name: 'This entry cannot be opened' })).toBeVisible()
    await expect(pane.getByRole('link', { name: 'Open its public page' })).toBeVisible()
    const stranger = await browser?.newContext()
    const opened = await stranger?.newPage()
    await opened?.goto(address)
    await expect(opened?.getByRole('heading', { name: 'A short walk' }) ?? reader.title).toBeVisible()
    expect(opened?.url()).toContain('/share/entries/')
    await stranger?.close()
  })
})
