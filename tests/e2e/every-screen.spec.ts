import { readdirSync, readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { interfaceLanguages } from '../../src/core/interface-language.ts'
import type { WrittenFeeds } from '../support/written-feeds.ts'
import { dialogOpeners, dialogsEnv, goTo, prepareDialogs } from './dialog-openers.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'
import {
  createScreenContents,
  pluginScreens,
  readerAddresses,
  screenAddresses,
  switchPluginsOn,
} from './screen-addresses.ts'

// The screens of the admin, too.
test.use({ env: {} })

const WIDTHS = [320, 768, 1024, 1536] as const
const HEIGHT = 800

/** Every key of the translations: `settings.title` for { "settings": { "title": "Settings" } }. */
function translationKeys(): ReadonlySet<string> {
  const folder = new URL('../../locales/en/', import.meta.url)
  const keys = new Set<string>()
  const collect = (value: unknown, path: string) => {
    if (typeof value === 'object' && value !== null)
      for (const [name, part] of Object.entries(value)) collect(part, path === '' ? name : `${path}.${name}`)
    else if (path.includes('.')) keys.add(path)
  }
  for (const file of readdirSync(folder)) collect(JSON.parse(readFileSync(new URL(file, folder), 'utf8')), '')
  return keys
}
const keys = translationKeys()
const rawKeysIn = (text: string): string[] =>
  (text.match(/[\w-]+(?:\.[\w-]+)+/g) ?? []).filter((word) => keys.has(word))

/** What is wrong with the screen that is open: raw keys, a horizontal scroll, no heading, no focus. */
async function faultsOf(page: Page): Promise<string[]> {
  const { text, overflow, hasHeading, hasFocus } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return {
      text: document.body.innerText,
      overflow: scrollWidth - clientWidth,
      hasHeading: [...document.querySelectorAll('h1,h2,[role="heading"]')].some(
        (heading) => heading.textContent !== '',
      ),
      hasFocus: document.activeElement !== null && document.activeElement !== document.body,
    }
  })
  return [
    ...rawKeysIn(text).map((key) => `shows the key ${key}`),
    ...(overflow > 0 ? [`is ${overflow} px too wide`] : []),
    ...(hasHeading ? [] : ['has no heading']),
    ...(hasFocus ? [] : ['has no focus']),
  ]
}

/** Violations that axe finds within a part of the page, with their elements. */
async function violationsOf(page: Page, { part = 'body', coloursOnly = false } = {}): Promise<string[]> {
  // The usual mode opens a page for each result, which takes longer than the analysis.
  const axe = new AxeBuilder({ page }).setLegacyMode().include(part)
  if (coloursOnly) axe.withRules('color-contrast')
  else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

/** Changes the language as another tab would, and opens the page again. */
async function readIn(page: Page, language: string): Promise<void> {
  await page.evaluate(
    ([file, value]) =>
      localStorage.setItem(
        file,
        JSON.stringify({ ...JSON.parse(localStorage.getItem(file) ?? '{}'), language: value }),
      ),
    ['follow:general', language] as const,
  )
  await page.reload()
  await expect(page.locator('[data-screen]')).toBeVisible()
}

const shownText = (page: Page) => page.locator('[data-screen]').innerText()

/** Goes to an address within the page, as a link does, and waits until another screen is shown. */
async function visit(page: Page, path: string): Promise<void> {
  const before = await shownText(page)
  await goTo(page, path)
  await expect.poll(() => shownText(page)).not.toBe(before)
}

/** The faults that last: a screen has some time to load and to receive the focus. */
async function lasting(faultsNow: () => Promise<string[]>): Promise<string[]> {
  let faults: string[] = []
  await expect
    .poll(async () => (faults = await faultsNow()), { timeout: 5000 })
    .toEqual([])
    .catch(() => undefined)
  return faults
}
const lastingFaults = (page: Page) => lasting(() => faultsOf(page))

/** Follows a feed, and lists the addresses of all screens. The rules stand in the settings' menu, as a link to their own screen. */
async function prepare({ reader, feeds }: { reader: Reader; feeds: WrittenFeeds }) {
  const { page } = reader
  const ids = await createScreenContents(reader, feeds)
  await switchPluginsOn(reader)
  await page.goto(`${reader.url}/settings/general`)
  const links = page.getByRole('navigation').getByRole('link')
  await expect(links.nth(3)).toBeVisible()
  const settingsPages = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute('href') ?? '').filter((href) => href.startsWith('/settings/')),
  )
  expect(settingsPages.length).toBeGreaterThan(6)
  const entryPath = await page.evaluate(async () => {
    const response = await fetch('/api/entries', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"view":0,"limit":1}',
    })
    const { data } = (await response.json()) as { data: { entries: { id: string } }[] }
    return `/timeline/view-0/all/${data[0]?.entries.id}`
  })
  expect(entryPath).toMatch(/\d$/)
  return {
    entryPath,
    paths: [
      ...readerAddresses,
      entryPath,
      ...Object.values(screenAddresses).map((address) => address(ids)),
      ...pluginScreens,
      // The rules stand in the settings' menu, as a link to their own screen.
      ...settingsPages.filter((path) => path !== '/settings/actions'),
    ],
  }
}

/** Collects what the page reports as an error, except that a request failed. */
function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      errors.push(message.text())
  })
  return errors
}

for (const language of interfaceLanguages)
  test(`every screen has its words, a heading and a focus, and fits four widths, in ${language}`, async ({
    reader,
    feeds,
  }) => {
    const { page } = reader
    const errors = errorsOf(page)
    const { paths } = await prepare({ reader, feeds })
    await readIn(page, language)
    const faults: string[] = []
    for (const path of paths) {
      await visit(page, path)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT })
        for (const fault of await lastingFaults(page)) faults.push(`${path} at ${width}: ${fault}`)
      }
    }
    expect(faults).toEqual([])
    expect(errors).toEqual([])
  })

for (const colorScheme of ['light', 'dark'] as const)
  for (const part of [1, 2])
    test(`axe finds nothing on any screen in the ${colorScheme} theme, part ${part} of 2`, async ({
      reader,
      feeds,
    }) => {
      test.setTimeout(300_000)
      const { page } = reader
      const errors = errorsOf(page)
      const { paths } = await prepare({ reader, feeds })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const half = Math.ceil(paths.length / 2)
      const faults: string[] = []
      for (const path of part === 1 ? paths.slice(0, half) : paths.slice(half)) {
        await visit(page, path)
        await lastingFaults(page)
        // The themes differ in their colours alone.
        const violations = await violationsOf(page, { coloursOnly: colorScheme === 'dark' })
        faults.push(...violations.map((violation) => `${path}: ${violation}`))
      }
      expect(faults).toEqual([])
      expect(errors).toEqual([])
    })

/** What is wrong with the top dialog, in the colours and at the width of the moment. */
async function dialogFaults(page: Page): Promise<string[]> {
  const { text, faults } = await page.evaluate(() => {
    const dialog = [...document.querySelectorAll<HTMLElement>('[data-dialog]')].at(-1)
    if (!dialog) return { text: '', faults: ['is not open'] }
    const { left, right, top, bottom } = dialog.getBoundingClientRect()
    const { scrollWidth, clientWidth } = document.documentElement
    const heading = [...dialog.querySelectorAll('h1,h2,[role="heading"]')].find((one) => one.textContent)
    const focused = document.activeElement
    const wrong = [
      scrollWidth > clientWidth && `makes the page ${scrollWidth - clientWidth} px too wide`,
      dialog.scrollWidth > dialog.clientWidth && `is ${dialog.scrollWidth - dialog.clientWidth} px too wide`,
      (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight) && 'is not within the window',
      !heading && !dialog.ariaLabel && 'has no heading',
      (!focused || !dialog.contains(focused)) && 'has no focus inside',
    ].filter((fault) => fault !== false)
    return { text: dialog.innerText, faults: wrong }
  })
  return [...rawKeysIn(text).map((key) => `shows the key ${key}`), ...faults]
}

/**
 * What cannot be seen where the system replaces all colours: the focus, and controls that are only a background. Panes
 * mark their current row instead, and lines between them have a mark of their own.
 */
const unseenIn = (page: Page, part: string): Promise<string[]> =>
  page.evaluate((selector) => {
    const root = [...document.querySelectorAll(selector)].at(-1)
    const nameOf = (one: Element) =>
      `<${one.tagName.toLowerCase()} class="${one.getAttribute('class') ?? ''}"> ${one.getAttribute('aria-label') ?? one.textContent?.slice(0, 30) ?? ''}`
    const hasLine = (one: Element, pseudo?: string) => {
      const style = getComputedStyle(one, pseudo)
      const widths = [style.borderTopWidth, style.borderBottomWidth, style.borderLeftWidth]
      const isOutlined = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0
      return isOutlined || widths.some((width) => Number.parseFloat(width) > 0)
    }
    const controls =
      root?.querySelectorAll('a[href],button,input,select,textarea,[role="switch"],[role="slider"]') ?? []
    const unseen = [...controls].filter(
      (one) =>
        one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        one.getBoundingClientRect().width > 1 &&
        !one.textContent?.trim() &&
        !one.querySelector('svg,img') &&
        getComputedStyle(one).appearance !== 'auto' &&
        // Its thumb has a border.
        !one.matches('[type="range"]') &&
        ![one, ...one.children].some((each) => hasLine(each) || hasLine(each, '::before')),
    )
    const focused = document.activeElement
    const holders = [focused, focused?.parentElement, focused?.closest('[data-field],label')]
    const isMarked = holders.some((one) => {
      if (!one) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(one)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
    })
    return [
      ...unseen.map((one) => `shows nothing of ${nameOf(one)}`),
      ...(focused?.matches('body,.tree,[data-focus-area],.pane [data-scroll],[data-separator]') === false &&
      !isMarked
        ? [`does not show the focus on ${nameOf(focused)}`]
        : []),
    ]
  }, part)

/** Changes the language by a button of the page, which runs the command as every other one does. */
async function speak(page: Page, language: string): Promise<void> {
  await page.evaluate((args) => {
    const button = document.createElement('button')
    button.dataset['commandId'] = 'settings:change-language'
    button.dataset['commandArgs'] = args
    document.body.append(button)
    button.click()
    button.remove()
  }, JSON.stringify({ language }))
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

/** Twice as large as usual: half as many pixels of the page fit into the window. */
async function zoomed(page: Page, check: (width: number) => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page)
  for (const width of [768, 320]) {
    await session.send('Emulation.setDeviceMetricsOverride', {
      width,
      height: HEIGHT / 2,
      deviceScaleFactor: 2,
      mobile: false,
    })
    await check(width)
  }
  await session.send('Emulation.clearDeviceMetricsOverride')
  await session.detach()
  await page.setViewportSize({ width: 1536, height: HEIGHT })
}

/** What is wrong in the colours of the system, after a step to the next control. */
async function forcedColourFaults(page: Page, part: string): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.keyboard.press('Tab')
  const faults = await unseenIn(page, part)
  await page.emulateMedia({ forcedColors: 'none' })
  return faults
}

test('every screen fits at 200 %, and shows its controls and the focus in forced colours', async ({
  reader,
  feeds,
}) => {
  const { page } = reader
  const { paths } = await prepare({ reader, feeds })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const faults: string[] = []
  for (const path of paths) {
    await visit(page, path)
    await zoomed(page, async (width) => {
      for (const fault of await lastingFaults(page)) faults.push(`${path} zoomed at ${width}: ${fault}`)
    })
  }
  for (const path of paths) {
    await visit(page, path)
    await lastingFaults(page)
    const unseen = await forcedColourFaults(page, '[data-screen]')
    faults.push(...unseen.map((fault) => `${path} in forced colours: ${fault}`))
  }
  expect(faults).toEqual([])
})

test.describe('dialogs', () => {
  test.use({ env: dialogsEnv })
  const openers = Object.entries(dialogOpeners)
  const PARTS = 4
  const size = Math.ceil(openers.length / PARTS)

  for (let part = 0; part < PARTS; part += 1)
    test(`dialogs have a heading and a focus, fit, and are clean for axe, part ${part + 1} of ${PARTS}`, async ({
      reader,
      feeds,
      browser,
    }) => {
      test.setTimeout(300_000)
      const { page } = reader
      const errors = errorsOf(page)
      const scene = await prepareDialogs({ reader, feeds, browser })
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.goto(`${reader.url}${scene.entryPath}`)
      const faults: string[] = []
      for (const [turn, [id, open]] of openers.slice(part * size, (part + 1) * size).entries()) {
        const selector = `[data-dialog="${id}"]`
        const collect = async (state: string, found: Promise<string[]>) => {
          for (const fault of await found) faults.push(`${id} ${state}: ${fault}`)
        }
        await goTo(page, scene.entryPath)
        await expect(reader.title).toHaveText('Roses')
        await open(scene)
        await expect(page.locator(selector)).toBeVisible()
        await collect(
          'at first',
          lasting(() => dialogFaults(page)),
        )
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await collect(
            colorScheme,
            violationsOf(page, { part: selector, coloursOnly: colorScheme === 'dark' }),
          )
        }
        // English is the last, for the commands that open the next dialogs.
        for (const [at, language] of interfaceLanguages.toReversed().entries()) {
          const width = WIDTHS[(at + turn) % WIDTHS.length] ?? 320
          await speak(page, language)
          await page.setViewportSize({ width, height: HEIGHT })
          await collect(
            `in ${language} at ${width}`,
            lasting(() => dialogFaults(page)),
          )
        }
        await zoomed(page, (width) =>
          collect(
            `zoomed at ${width}`,
            lasting(() => dialogFaults(page)),
          ),
        )
        await collect('in forced colours', forcedColourFaults(page, selector))
        await expect(async () => {
          await page.keyboard.press('Escape')
          await expect(page.locator('[data-dialog]')).toHaveCount(0, { timeout: 1000 })
        }).toPass()
      }
      expect(faults).toEqual([])
      expect(errors).toEqual([])
    })
})
