import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { goTo } from './dialog-openers.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'
import { openPluginPage } from './plugin-page.ts'

type Styles = { readonly content?: string; readonly parts?: string }

const bundle = (id: string, styles: Styles) =>
  JSON.stringify({
    format: 'lectern-plugin-1',
    manifest: {
      id,
      version: '1.0.0',
      api: '1.9',
      enabledBy: 'enabled',
      settings: { enabled: { type: 'boolean', default: false } },
      permissions: ['styles'],
      styles,
    },
    locales: { en: { name: id, description: '', settings: { enabled: `Use ${id}` }, show: `Show ${id}` } },
    client: `lectern.start({ start({ entryPanel, dialog, command, $settings }) {
      const $tree = $settings.map(() => ({ kind: 'notice', text: 'Panel of ${id}' }))
      entryPanel({ $tree })
      const opened = dialog({ id: 'about', title: 'show', $tree })
      command({ id: '${id}:show', title: 'show', run: () => void opened() })
    } })`,
  })

/** Installs by a file, with every permission. */
async function install({ page }: Reader, id: string, styles: Styles) {
  await goTo(page, '/settings/integration')
  await page.locator('input[type="file"][accept*="json"]').setInputFiles({
    name: `${id}.json`,
    mimeType: 'application/json',
    buffer: Buffer.from(bundle(id, styles)),
  })
  const preview = page.getByRole('group', { name: 'The plugin to install' })
  await preview.getByLabel('Change how the text of entries and its own parts look').check()
  await preview.getByRole('button', { name: 'Install' }).click()
  await expect(preview).toHaveCount(0)
}

const RED = 'rgb(255, 0, 0)'

test('a plugin styles the content of entries and its own parts, nothing else, nothing once it is off, and loads nothing', async ({
  signedUp: reader,
  feeds,
}) => {
  test.setTimeout(240_000)
  const { page } = reader
  const html = '<p>Words of the essay.</p><blockquote>Words of another.</blockquote>'
  feeds.write('essays', [{ guid: '1', title: 'An essay', html, at: Date.now() - 86_400_000 }])
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(1)
  await reader.press('j')
  await expect(reader.title).toHaveText('An essay')
  await expect(page).toHaveURL(/\/all\/\d+$/)
  const entryPath = new URL(page.url()).pathname
  const words = page.locator('.entry-content p')
  const quotation = page.locator('.entry-content blockquote')
  await expect(quotation).toHaveCSS('font-style', 'normal')
  const sheets = () => page.evaluate(() => document.adoptedStyleSheets.length)
  const before = await sheets()
  const pane = page.getByRole('region', { name: 'painter', exact: true })
  const box = pane.getByRole('checkbox', { name: 'Change how the text of entries' })

  await test.step('the settings keep their colours', async () => {
    const everything = '* { color: red } :scope { color: red } :root, body, :host, dialog { color: red }'
    await install(reader, 'painter', { content: everything, parts: everything })
    await install(reader, 'other', { parts: '.ui-notice { letter-spacing: 1px }' })
    await expect.poll(sheets).toBe(before + 3)
    await openPluginPage(page, 'painter')
    await expect(box).not.toHaveCSS('color', RED)
    for (const red of await page
      .locator('body, :is(h2, h3, legend, label, button, p):not([data-covered] *)')
      .all())
      await expect(red).not.toHaveCSS('color', RED)
  })

  await test.step('the content and the plugin’s own parts have its style', async () => {
    await goTo(page, entryPath)
    await expect(words).toHaveCSS('color', RED)
    await expect(page.getByText('Panel of painter')).toHaveCSS('color', RED)
    await expect(page.getByText('Panel of painter')).not.toHaveCSS('letter-spacing', '1px')
    await expect(page.getByText('Panel of other')).not.toHaveCSS('color', RED)
    await expect(page.getByText('Panel of other')).toHaveCSS('letter-spacing', '1px')
    await expect(reader.title).not.toHaveCSS('color', RED)
    await reader.run('Show painter')
    const dialog = page.getByRole('dialog', { name: 'Show painter' })
    await expect(dialog.getByText('Panel of painter')).toHaveCSS('color', RED)
    await expect(dialog.getByRole('heading')).not.toHaveCSS('color', RED)
    await expect(dialog.getByRole('button').first()).not.toHaveCSS('color', RED)
    await reader.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  await test.step('without the permission the rest of the plugin goes on', async () => {
    await goTo(page, '/settings/integration/painter')
    await box.click()
    await expect(box).not.toBeChecked()
    await expect.poll(sheets).toBe(before + 1)
    await box.click()
    await expect.poll(sheets).toBe(before + 3)
  })

  await test.step('switched off it leaves nothing, however often', async () => {
    const power = pane.getByRole('switch', { name: 'Use painter' })
    // All sheets are counted: one that is left once is found.
    for (let round = 0; round < 2; round += 1) {
      await power.click()
      await expect.poll(sheets, { intervals: [20] }).toBe(before + 1)
      await power.click()
      await expect.poll(sheets, { intervals: [20] }).toBe(before + 3)
    }
    await power.click()
    await expect.poll(sheets).toBe(before + 1)
    await goTo(page, entryPath)
    await expect(words).toBeVisible()
    await expect(words).not.toHaveCSS('color', RED)
  })

  await test.step('one whose style sheet is wrong does not start, and says why', async () => {
    await install(reader, 'cover', { content: 'p { position: fixed; inset: 0 }' })
    await expect(reader.toast('cover failed and was stopped')).toBeVisible()
    await expect(reader.toast('The style sheet is wrong: position is not permitted (p)')).toBeVisible()
    expect(await sheets()).toBe(before + 1)
  })

  await test.step('the plugin hello sets quotations in italics', async () => {
    const values = { enableHello: true }
    await reader.request('/plugins/hello/settings', { method: 'PATCH', body: { values } })
    await goTo(page, '/settings/integration')
    await expect(page.getByRole('switch', { name: 'Say hello' })).toBeChecked()
    await goTo(page, entryPath)
    await expect(quotation).toHaveCSS('font-style', 'italic')
  })

  await expectSheetsChecked(page)
})

/** The reader's own check, in a page without the reader. */
async function checkIn(page: Page, html: string) {
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(new URL('../../src/plugin-host/styles/scoped-css.ts', import.meta.url)),
        formats: ['iife'],
        name: 'styles',
        fileName: 'styles',
      },
    },
  })
  const [first] = [output].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (first?.type !== 'chunk') throw new Error('The module was not built')
  await page.goto('about:blank')
  await page.setContent(html)
  await page.addScriptTag({ content: first.code })
}

const scope = { root: '.content', limit: '.limit', frame: '.frame' }
type Check = { styles: { scopedCss: (css: string, scope: object) => string } }
/** What is wrong with a sheet; null: nothing. */
const faultOf = (page: Page, css: string) =>
  page.evaluate(
    ([text, within]) => {
      try {
        ;(globalThis as unknown as Check).styles.scopedCss(text, within)
        return null
      } catch (error) {
        return String(error)
      }
    },
    [css, scope] as const,
  )

/** A style sheet of a plugin loads nothing, is read whole, and neither reaches nor draws beyond its scope. */
async function expectSheetsChecked(page: Page): Promise<void> {
  await checkIn(
    page,
    `<main><dialog open>Asks</dialog><p class="before">Before</p>
    <div class="frame"><div class="content"><p id="in">In</p><div class="limit"><b>Load</b></div></div></div>
    <p class="after">After</p></main>`,
  )
  await test.step('it loads nothing, holds nothing that leaves its place, and is read whole', async () => {
    const requests: string[] = []
    page.on('request', (request) => void requests.push(request.url()))
    const away = 'http://spy.example/'
    const wrong: readonly (readonly [css: string, why: string])[] = [
      [`@import url("${away}");`, '@import is not permitted'],
      [`@ImPoRt "${away}"; p { color: red }`, '@import is not permitted'],
      [`p { background: url(${away}) }`, 'url() is permitted for pictures'],
      [`p { background: URL("${away}") }`, 'url() is permitted for pictures'],
      [`p { background: \\75rl(${away}) }`, 'url() is permitted for pictures'],
      [`p { background: url(/api/settings) }`, 'url() is permitted for pictures'],
      [`p { background: url("data:text/html,hello") }`, 'url() is permitted for pictures'],
      [`p { background: image-set("${away}" 1x) }`, 'image-set() is not permitted'],
      [`p { --a: url(${away}); background: var(--a) }`, 'url() is permitted for pictures'],
      [`p { --a: u\\72l(${away}); background: var(--a) }`, 'a backslash is not permitted'],
      [`p { --a: /* " */ url(${away}) /* " */; background: var(--a) }`, 'url() is permitted for pictures'],
      [`p { content: url(${away}) }`, 'url() is permitted for pictures'],
      [`p { background: url(${away}) var(--none) }`, 'url() is permitted for pictures'],
      [`@media screen { @supports (color: red) { p { list-style: url(${away}) } } }`, 'url() is permitted'],
      [`@font-face { font-family: a; src: url(${away}) }`, 'a rule of this kind is not permitted'],
      ['@keyframes spin { to { opacity: 0 } }', 'a rule of this kind is not permitted'],
      ['@property --ink { syntax: "*"; inherits: true }', 'a rule of this kind is not permitted'],
      ['@layer reset { p { color: red } }', 'a rule of this kind is not permitted'],
      ['@scope (body) { p { color: red } }', 'a rule of this kind is not permitted'],
      ['p { position: fixed }', 'position is not permitted'],
      ['p { --a: fixed; position: var(--a) }', 'position is not permitted'],
      ['p { & b { position: absolute } }', 'position is not permitted'],
      ['p { b { color: red } position: sticky }', 'position is not permitted'],
      ['p { transform: scale(99) }', 'transform is not permitted'],
      ['p { z-index: 9 }', 'z-index is not permitted'],
      ['p { animation: blink 1s }', 'animation'],
      ['p { all: initial }', 'all is not permitted'],
      ['p { cursor: none; pointer-events: none }', 'cursor is not permitted'],
      ['p { view-transition-name: root }', 'view-transition-name is not permitted'],
      ['p { color: red', 'its braces do not match'],
      ['p { color: red } } body { color: red }', 'its braces do not match'],
      ['p { color: red } <b> { color: red }', '1 of its 2 rules cannot be read'],
      ['no style sheet { at all', 'its braces do not match'],
      ['p{color:red}'.repeat(501), 'more than 500 rules'],
    ]
    const faults = await Promise.all(wrong.map(async ([css]) => ({ css, why: await faultOf(page, css) })))
    expect(faults).toEqual(wrong.map(([css, why]) => ({ css, why: expect.stringContaining(why) })))
    expect(requests.filter((url) => url.startsWith('http'))).toEqual([])

    const right = [
      '',
      '/* nothing { */',
      'p { color: red; --gap: 1em; margin: var(--gap) }',
      'p::before { content: "\\201C{"; background: url("data:image/png;base64,AA==") no-repeat }',
      '@media (width > 40em) { p { columns: 2 } } h2 { & em { color: light-dark(#123, oklch(0.8 0.1 80)) } }',
      'a[href="}"] { text-decoration: underline wavy; padding: calc(1px + 2%) }',
    ]
    for (const css of right) expect({ css, why: await faultOf(page, css) }).toEqual({ css, why: null })
  })

  await test.step('no selector reaches beyond the scope, and nothing is drawn beyond it', async () => {
    const painted = await page.evaluate((within) => {
      const { scopedCss } = (globalThis as unknown as Check).styles
      const selectors = [
        '*',
        ':scope',
        ':root',
        ':host',
        'html body *',
        'body:has(.content)',
        ':scope ~ *',
        ':scope + p',
        '& + p',
        ':is(body, p)',
        ':not(.content)',
        '.frame',
        'main > :has(.content)',
      ]
      const nested = ['body &', 'body:has(&)', '& + p', ':is(main, &)', '~ p', ':root:has(&) dialog']
      const css = [
        ...selectors.map(
          (one) => `${one} { outline: 7px solid red; margin-top: -500px; box-shadow: 0 0 0 999px red }`,
        ),
        ...nested.map((one) => `.content { ${one} { outline: 7px solid red } }`),
      ].join('\n')
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(scopedCss(css, within))
      document.adoptedStyleSheets = [sheet]
      return [...document.querySelectorAll('*')]
        .filter((element) => getComputedStyle(element).outlineWidth === '7px')
        .map(({ className, id, tagName }) => id || className || tagName)
    }, scope)
    expect(painted).toEqual(['content', 'in'])
    // What the shadow would cover is what it was.
    const above = await page.evaluate(() => {
      const { left, top } = document.querySelector('.before')!.getBoundingClientRect()
      return [
        document.elementFromPoint(left + 2, top + 2)?.className,
        getComputedStyle(document.querySelector('.frame')!).contain,
      ]
    })
    expect(above).toEqual(['before', 'paint'])
  })
}
