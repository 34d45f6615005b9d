import { readdirSync, readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { views } from '../../src/contract/views.ts'
import { interfaceLanguages } from '../../src/core/interface-language.ts'
import { manyEntries, type WrittenFeeds } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'

const WIDTHS = [320, 768, 1024, 1536] as const
const HEIGHT = 800

/** Commands that open a dialog, by their English titles. */
const DIALOGS = [
  'Follow a feed',
  'Import an OPML file',
  'Show the keyboard shortcuts',
  'Sign out',
  'Share',
] as const

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
  const raw = (text.match(/[\w-]+(?:\.[\w-]+)+/g) ?? []).filter((word) => keys.has(word))
  return [
    ...raw.map((key) => `shows the key ${key}`),
    ...(overflow > 0 ? [`is ${overflow} px too wide`] : []),
    ...(hasHeading ? [] : ['has no heading']),
    ...(hasFocus ? [] : ['has no focus']),
  ]
}

/** Violations that axe finds, with their elements. */
async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
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
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
  await expect.poll(() => shownText(page)).not.toBe(before)
}

/** The faults that last: a screen has some time to load and to receive the focus. */
async function lastingFaults(page: Page): Promise<string[]> {
  let faults: string[] = []
  await expect
    .poll(async () => (faults = await faultsOf(page)), { timeout: 5000 })
    .toEqual([])
    .catch(() => undefined)
  return faults
}

/** Follows a feed, and lists the addresses of all screens. The rules stand in the settings' menu, as a link to their own screen. */
async function prepare({ reader, feeds }: { reader: Reader; feeds: WrittenFeeds }) {
  const { page } = reader
  feeds.write('short', manyEntries('short', 5))
  await reader.ask('/subscriptions', { method: 'POST', body: { url: feeds.address('short'), view: 0 } })
  await page.goto(`${reader.url}/settings/general`)
  const links = page.getByRole('navigation').getByRole('link')
  await expect(links.nth(3)).toBeVisible()
  const settingsPages = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute('href') ?? '').filter((href) => href.startsWith('/settings/')),
  )
  expect(settingsPages.length).toBeGreaterThan(6)
  const { user } = await reader.ask<{ user: { id: string } }>('/better-auth/get-session')
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
      ...views.map((_, view) => `/timeline/view-${view}/all`),
      entryPath,
      '/discover',
      '/rsshub',
      `/share/users/${user.id}`,
      '/audit',
      '/admin',
      ...settingsPages.map((path) => (path === '/settings/actions' ? '/action' : path)),
      '/feed-not-found/1',
      '/no/such/screen',
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

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any screen in the ${colorScheme} theme`, async ({ reader, feeds }) => {
    // axe takes seconds for each screen.
    test.setTimeout(300_000)
    const { page } = reader
    const errors = errorsOf(page)
    const { paths } = await prepare({ reader, feeds })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const faults: string[] = []
    for (const path of paths) {
      await visit(page, path)
      await lastingFaults(page)
      for (const violation of await violationsOf(page)) faults.push(`${path}: ${violation}`)
    }
    expect(faults).toEqual([])
    expect(errors).toEqual([])
  })

  test(`dialogs fit four widths, and axe finds nothing in them, in the ${colorScheme} theme`, async ({
    reader,
    feeds,
  }) => {
    test.setTimeout(300_000)
    const { page } = reader
    const errors = errorsOf(page)
    const { entryPath } = await prepare({ reader, feeds })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const faults: string[] = []
    await visit(page, entryPath)
    for (const title of DIALOGS) {
      await reader.run(title)
      await expect(page.locator('[data-focus-area="modal"]').last()).toBeVisible()
      for (const violation of await violationsOf(page)) faults.push(`${title}: ${violation}`)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT })
        for (const fault of await lastingFaults(page)) faults.push(`${title} at ${width}: ${fault}`)
      }
      await page.keyboard.press('Escape')
      await expect(page.locator('[data-focus-area="modal"]').last()).toBeHidden()
    }
    expect(faults).toEqual([])
    expect(errors).toEqual([])
  })
}
