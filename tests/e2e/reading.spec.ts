import { readFile } from 'node:fs/promises'
import { expect, test } from './fixtures.ts'

/** A picture of 400 × 300 px. */
const picture = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="${colour}"/></svg>`
const sections = (count: number) =>
  Array.from(
    { length: count },
    (_, index) =>
      `<h2>Section ${index + 1}</h2>${'<p>A paragraph about lanterns and the light in them.</p>'.repeat(8)}`,
  ).join('')
const content = (url: string) => `
<p>The price was $5, then $10. If \\(a^2 + b^2 = c^2\\) then<sup id="ref1"><a href="#fn1">1</a></sup> it holds.</p>
<p>$$\\int_0^1 x\\,dx = \\frac{1}{2}$$</p>
<pre><code class="language-sh">echo $$HOME \\(x\\)</code></pre>
<table><tr>${Array.from({ length: 24 }, (_, index) => `<th>Column ${index}</th>`).join('')}</tr></table>
<p>More at https://bare.example.org/page, or <a href="https://trap.example.net/">https://bank.example.org</a>.</p>
<iframe src="https://www.youtube.com/embed/abc"></iframe>
<p><img src="${url}/clip.webm?ratio=4:3"></p>
<p><img src="${url}/red.svg" alt="A red field" width="400" height="300"><img src="${url}/blue.svg" alt="A blue field" width="400" height="300"></p>
${sections(6)}
<p dir="auto">שלום עולם</p>
<ol><li id="fn1">By <em>Euclid</em>. <a href="#ref1">back</a></li></ol>`

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('an entry is read with formulas, notes, contents, finding, pictures, its page, and taken along', async ({
  signedUp: reader,
  feeds,
}) => {
  const { page } = reader
  for (const colour of ['red', 'blue']) feeds.serve(`${colour}.svg`, picture(colour), 'image/svg+xml')
  feeds.write('mathematics', [
    { guid: 'one', title: 'Of triangles', html: content(feeds.url), at: Date.now() - 86_400_000 },
    {
      guid: 'two',
      title: 'Of lines',
      html: `<p>The second text.</p>${'<p>One of many paragraphs.</p>'.repeat(900)}<h2>The end</h2>`,
      at: Date.now() - 90_000_000,
    },
  ])
  await reader.follow(feeds)
  await reader.press('g a')
  await expect(reader.rows).toHaveCount(2)
  await reader.press('j')
  await expect(reader.title).toHaveText('Of triangles')
  const pane = reader.pane('entry-render')

  await test.step('formulas are rendered, prices and code are not', async () => {
    await expect(pane.locator('math')).toHaveCount(2)
    await expect(pane.locator('math[display="block"] mfrac')).toBeVisible()
    await expect(pane.getByText('The price was $5, then $10.')).toBeVisible()
    await expect(pane.locator('pre')).toContainText('echo $$HOME \\(x\\)')
  })

  await test.step('a wide table scrolls in its box, and the page does not', async () => {
    const wide = await pane.locator('.entry-table').evaluate((box) => box.scrollWidth > box.clientWidth)
    expect(wide).toBe(true)
    expect(await pane.locator('.entry-scroll').evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(
      true,
    )
    await expect(pane.getByRole('link', { name: 'https://bare.example.org/page' })).toBeVisible()
  })

  await test.step('a note opens beside its reference and returns the focus', async () => {
    const reference = pane.getByRole('link', { name: '1', exact: true })
    await reference.focus()
    await reader.press('Enter')
    const note = page.getByRole('dialog', { name: 'Note 1' })
    await expect(note).toContainText('By Euclid.')
    await expect(note.getByRole('link')).toHaveCount(0)
    await reader.press('Escape')
    await expect(note).toBeHidden()
    await expect(reference).toBeFocused()
  })

  await test.step('a player is a still, and a video has its ratio', async () => {
    await expect(pane.getByRole('button', { name: /YouTube/ })).toBeVisible()
    await expect(pane.locator('iframe')).toHaveCount(0)
    const ratio = await pane
      .locator('.entry-content video')
      .evaluate((video) => getComputedStyle(video).aspectRatio)
    expect(ratio).toBe('4 / 3')
  })

  await test.step('a misleading link warns before it opens', async () => {
    await pane.getByRole('link', { name: 'https://bank.example.org' }).click()
    const warning = page.getByRole('alertdialog')
    await expect(warning).toContainText('trap.example.net')
    await reader.press('Escape')
    await expect(warning).toBeHidden()
  })

  await test.step('headings are reached by keys and by the contents', async () => {
    await pane.locator('[data-entry-scroll]').focus()
    await reader.press('Control+Alt+c')
    const contents = page.getByRole('navigation', { name: 'Contents' })
    await expect(contents.getByRole('button', { name: /^Section/ })).toHaveCount(6)
    await reader.press('End Enter')
    await expect(contents).toBeHidden()
    await expect(pane.getByRole('heading', { name: 'Section 6' })).toBeInViewport()
    await expect(pane.locator('[data-entry-scroll]')).toBeFocused()
    await reader.press('Shift+{')
    await expect(pane.getByRole('heading', { name: 'Section 5' })).toBeInViewport()
    await reader.press('Shift+}')
    await expect(pane.getByRole('heading', { name: 'Section 6' })).toBeInViewport()
  })

  await test.step('a text is found in the entry', async () => {
    await reader.press('Control+Alt+f')
    const find = pane.getByRole('search')
    await expect(find.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type('LANTERNS')
    await expect(find).toContainText('1 of 48')
    await reader.press('Enter')
    await expect(find).toContainText('2 of 48')
    await reader.press('Shift+Enter Shift+Enter')
    await expect(find).toContainText('48 of 48')
    expect(await page.evaluate(() => CSS.highlights.get('entry-find')?.size)).toBe(48)
    await reader.press('Escape')
    await expect(find).toBeHidden()
    await expect(pane.locator('[data-entry-scroll]')).toBeFocused()
    expect(await page.evaluate(() => CSS.highlights.size)).toBe(0)
  })

  await test.step('pictures fill the window, by keys', async () => {
    await reader.run('Show the pictures')
    const viewer = page.locator('[data-dialog="entry-pictures"]')
    await expect(viewer).toContainText('A red field')
    await expect(viewer).toContainText('1 of 2')
    await reader.press('ArrowRight')
    await expect(viewer).toContainText('2 of 2')
    await reader.press('Home')
    await expect(viewer).toContainText('1 of 2')
    await viewer.getByRole('button', { name: '2 of 2: A blue field' }).press('Enter')
    await expect(viewer).toContainText('2 of 2')
    await reader.press('Escape')
    await expect(viewer).toBeHidden()
    await pane.getByRole('img', { name: 'A blue field' }).click()
    await expect(viewer).toContainText('2 of 2')
    await reader.press('Escape')
    await expect(viewer).toBeHidden()
  })

  await test.step('it is exported, copied and shared', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), reader.run('Export as Markdown')])
    expect(download.suggestedFilename()).toBe('Of triangles.md')
    const markdown = await readFile(await download.path(), 'utf8')
    expect(markdown).toContain('title: "Of triangles"')
    expect(markdown).toContain('## Section 1')
    expect(markdown).toContain('$$')
    const [file] = await Promise.all([page.waitForEvent('download'), reader.run('Export as HTML')])
    expect(await readFile(await file.path(), 'utf8')).toContain("default-src 'none'")
    await pane.locator('[data-entry-scroll]').focus()
    await reader.press('Control+Alt+s')
    const share = page.getByRole('dialog', { name: 'Share' })
    await share.getByRole('button', { name: 'Copy link to this reader' }).press('Enter')
    await expect(share).toBeHidden()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /\/timeline\/view-0\/\d+\/\d+\?share=1$/,
    )
  })

  await test.step('another entry is read beside it, also after a reload', async () => {
    await pane.locator('[data-entry-scroll]').focus()
    await reader.press('Control+Alt+\\')
    const beside = pane.getByRole('region', { name: 'Second entry' })
    await expect(beside).toContainText('Of triangles')
    const addressBefore = page.url()
    await reader.press('l')
    await expect(pane.locator('[data-entry-scroll]').getByRole('heading', { level: 1 })).toHaveText(
      'Of lines',
    )
    await expect(beside).toContainText('Of triangles')
    await expect(page).not.toHaveURL(addressBefore)
    await page.reload()
    await expect(beside).toContainText('Of triangles')
    await expect(beside).toContainText('By Euclid.')
    await pane.getByRole('button', { name: 'Close the second pane' }).click()
    await expect(beside).toBeHidden()
  })

  await test.step('a huge entry is searched to its end', async () => {
    await expect(pane.locator('.entry-content[data-huge]')).toBeVisible()
    await pane.locator('[data-entry-scroll]').focus()
    await reader.press('Control+Alt+f')
    const find = pane.getByRole('search')
    await expect(find.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type('the end')
    await expect(find).toContainText('1 of 1')
    await expect(pane.getByRole('heading', { name: 'The end' })).toBeInViewport()
    await reader.press('Escape')
  })

  await test.step('the original page takes its place', async () => {
    await reader.run('Show the original page')
    await expect(pane.getByRole('heading', { name: 'This page cannot be shown here' })).toBeVisible()
    await reader.run('Show the original page')
    await expect(reader.title).toHaveText('Of lines')
  })

  await test.step('the printed page is the entry alone', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(reader.pane('timeline')).toBeHidden()
    await expect(page.getByRole('toolbar')).toBeHidden()
    await expect(reader.title).toBeVisible()
  })
})
