/** To every screen from the list and back: by mouse alone, then by keys alone. */
import type { Page } from '@playwright/test'
import { manyEntries } from '../support/written-feeds.ts'
import { goTo } from './dialog-openers.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'
import { allAddresses, createScreenContents, pluginScreens, screenAddresses } from './screen-addresses.ts'

// The screens of the admin, too.
test.use({ env: {} })

const YESTERDAY = Date.now() - 86_400_000

type Way = {
  /** What is clicked from the list on, by its name. */
  readonly clicks: readonly string[]
  /** From the list on: a sequence, or the title of a command in the palette after `>`. */
  readonly keys: string
}
const ACCOUNT = 'Ada'
const SETTINGS = [ACCOUNT, 'Settings'] as const
const POWER = [...SETTINGS, 'Integration', 'POWER', 'Open “POWER”'] as const

/** By the path of the screen, as in the table of the screens. */
const ways: Readonly<Record<string, Way>> = {
  // Those with a row in the column, in its order.
  '/discover/*': { clicks: ['Discover'], keys: 'g d' },
  '/highlights': { clicks: ['Highlights'], keys: 'g q' },
  '/action': { clicks: ['Rules'], keys: 'g r' },
  '/activity': { clicks: ['Activity'], keys: 'g y' },
  '/audit': { clicks: ['Tidy up subscriptions'], keys: 'g w' },
  '/save': { clicks: ['Save a page'], keys: 'g c' },
  '/admin': { clicks: ['Server'], keys: 'g v' },
  '/streak': { clicks: ['Reading streak'], keys: '>Open the reading streak' },
  '/shared-stars': { clicks: [...SETTINGS, 'Sharing', 'Starred by members'], keys: 'g u' },
  '/workshop': { clicks: [...SETTINGS, 'Integration', 'Write a plugin'], keys: '>Open the plugin workshop' },
  '/share/users/:name': { clicks: [ACCOUNT, 'Show your public profile'], keys: 'g p' },
  '/power': { clicks: POWER, keys: '>Go to the POWER wallet' },
  '/power/achievements': { clicks: [...POWER, 'Achievements'], keys: '>Go to the achievements' },
  '/power/ranking': { clicks: [...POWER, 'Ranking'], keys: '>Go to the POWER ranking' },
  '/power/admin': { clicks: [...POWER, 'All users'], keys: '>Administer POWER' },
  '/ai/daily': {
    clicks: [...SETTINGS, 'Integration', 'AI', 'Open “Daily report”'],
    keys: '>Open the daily report',
  },
  '/rsshub': { clicks: [...SETTINGS, 'Integration', 'RSSHub', 'Open “RSSHub”'], keys: 'g i' },
}

const WAY_OUT = 'Continue reading'
/**
 * Only a link from elsewhere leads to these: of a mail, another program, another user, or an address that is wrong. What is
 * clicked there leads to the list; null: its bar leads back.
 */
const fromElsewhere: Readonly<Record<string, string | null>> = {
  '/follow': null,
  '/shared-folder/:token': null,
  '/install-plugin': null,
  '/share/feeds/:id': null,
  '/share/lists/:id': null,
  '/invitation': WAY_OUT,
  '/forget-password': WAY_OUT,
  '/reset-password': WAY_OUT,
  '/verify-email': WAY_OUT,
  '/feed-not-found/:feedId': 'Back to Home',
  '*': 'Back to Home',
}
/** It is answered, and the answer leads back to the program that asks (authorize.spec.ts). */
const ANSWERED = '/authorize'
/** Of a visitor, from the page to sign in: what is activated there, and the page that it leads to. */
const signedOutWays = [
  ['Create an account', '/register'],
  ['Sign in', '/login'],
  ['Forgot your password?', '/forget-password'],
  ['Sign in', '/login'],
] as const

const viewNames = ['Articles', 'Social media', 'Pictures', 'Videos', 'Audios', 'Notifications'] as const

/** What has a name for a mouse. */
const control = (page: Page, name: string) =>
  page
    .getByRole('link', { name, exact: true })
    .or(page.getByRole('button', { name, exact: true }))
    .or(page.getByRole('menuitem', { name: new RegExp(`^${name}`) }))
    // The card of a plugin, with its state.
    .or(page.locator('.settings-main').getByRole('link', { name: new RegExp(`^${name}\\b`) }))
    .first()

/** Sums what moves in the column and in the list, whatever moved it, and marks the column's element. */
const watchColumn = (page: Page) =>
  page.evaluate(() => {
    const tree = document.querySelector<HTMLElement>('[role="tree"]')
    tree?.setAttribute('data-marked', '')
    const state = Object.assign(window, { moved: [] as string[] })
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[])
        for (const { node } of shift.sources) {
          const element = node instanceof Element ? node : node?.parentElement
          if (element?.closest('.subscriptions, .timeline')) state.moved.push(element.outerHTML.slice(0, 80))
        }
    }).observe({ type: 'layout-shift' })
  })

/** What a walk through the pages must leave as it was. */
const placesOf = (page: Page) =>
  page.evaluate(() => ({
    column: document.querySelector('[role="tree"][data-marked]')?.scrollTop,
    list: document.querySelector('[data-focus-area="timeline"] [data-scroll]')?.scrollTop,
    moved: (window as unknown as { moved: string[] }).moved,
  }))

const expectFocusIn = ({ page }: Reader, area: string) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        document.activeElement?.closest('[data-focus-area]')?.getAttribute('data-focus-area'),
      ),
    )
    .toBe(area)

/** Where one is, and what has the focus: each Escape changes it. */
const stateOf = (page: Page) =>
  page.evaluate(() => {
    const { tagName, className } = document.activeElement ?? document.body
    return `${document.querySelector('[data-screen]')?.getAttribute('data-screen')} ${location.pathname} ${tagName} ${className}`
  })

/** Back to the reader by Escape alone, one step with each. */
async function escape({ page }: Reader): Promise<void> {
  const screen = page.locator('[data-screen]')
  for (let step = 0; step < 3; step += 1) {
    const before = await stateOf(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => stateOf(page), before).not.toBe(before)
    if ((await screen.getAttribute('data-screen')) === 'reader') return
  }
  expect(await stateOf(page), 'Escape leads to the reader').toContain('reader')
}

/**
 * Goes on by Tab, and compares each control with how it looks without the focus. Panes and regions that scroll have no mark
 * of their own.
 * @returns those that look the same
 */
async function unmarkedStops({ page }: Reader, stops = 2): Promise<string[]> {
  const unmarked: string[] = []
  for (let step = 0; step <= stops; step += 1) {
    const fault = await page.evaluate(() => {
      const lookOf = (one: Element) =>
        [one, one.parentElement, one.closest('[data-field],label')]
          .flatMap((each) => (each ? [getComputedStyle(each)] : []))
          .map(({ outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor }) =>
            [
              outlineStyle === 'none' ? 'none' : `${outlineWidth} ${outlineColor}`,
              boxShadow,
              borderColor,
            ].join(),
          )
          .join(' ')
      const state = window as unknown as { lastStop?: { element: Element; look: string } }
      const last = state.lastStop
      const focused = document.activeElement ?? document.body
      delete state.lastStop
      const isControl = !focused.matches('body,main,h1,[role="tree"],[data-focus-area],[data-scroll]')
      if (isControl) state.lastStop = { element: focused, look: lookOf(focused) }
      if (!last?.element.isConnected || last.element === focused) return null
      return lookOf(last.element) === last.look ? last.element.outerHTML.slice(0, 120) : null
    })
    if (fault !== null) unmarked.push(fault)
    if (step < stops) await page.keyboard.press('Tab')
  }
  return unmarked
}

/** Tab to the link of that name, then Enter. */
async function enter({ page }: Reader, name: string): Promise<void> {
  const target = page.getByRole('link', { name, exact: true })
  await expect(target).toBeVisible()
  for (let step = 0; step < 15; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
  await page.keyboard.press('Enter')
}

test('every screen is reached from the list and left again by mouse alone and by keys alone, and the column and the list keep their places', async ({
  signedUp: reader,
  feeds,
}) => {
  test.setTimeout(300_000)
  const { page } = reader
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1280, height: 640 })
  const ids = await createScreenContents(reader, feeds)
  await reader.request('/shared-folders', { method: 'POST', body: { title: 'Readers' } })
  const settingsPages = (await allAddresses(reader, ids)).filter((path) => path.startsWith('/settings/'))
  const names = Array.from({ length: 12 }, (_, at) => `feed${at + 10}`)
  for (const name of names) feeds.write(name, manyEntries(name, 6, YESTERDAY))
  await reader.follow(feeds)
  await reader.run('Setting: mark read when scrolled past')
  await reader.press('g a')
  await expect(reader.rows.first()).toHaveAttribute('aria-setsize', String(names.length * 6 + 5))

  const addresses = new Map([
    ...Object.entries(screenAddresses).map(([path, address]) => [path, address(ids)] as const),
    ...Object.values(pluginScreens).flatMap((all) => all.map((path) => [path, path] as const)),
  ])
  const known = [...Object.keys(ways), ...Object.keys(fromElsewhere), ANSWERED]
  expect(known.toSorted(), 'each screen has a way by mouse and one by keys').toEqual(
    [...addresses.keys()].toSorted(),
  )

  // The folder of the feeds' site.
  await reader.pane('subscription-list').locator('.tree-fold').first().click()
  await expect(reader.subscription('feed12')).toBeVisible()
  const rows = reader.pane('subscription-list').locator('.page-row')
  await expect(rows.filter({ hasText: 'Reading streak' })).toBeVisible()
  await page.evaluate(() => {
    for (const scroller of document.querySelectorAll(':is([role="tree"], .timeline [data-scroll])'))
      scroller.scrollTop = 90
  })
  await watchColumn(page)
  const before = await placesOf(page)
  expect(before).toMatchObject({ column: 90, list: 90, moved: [] })
  const titles = await rows.allInnerTexts()
  const wayOfRow = Object.values(ways).slice(0, titles.length)
  expect(titles).toEqual(wayOfRow.map(({ clicks: [title] }) => title))
  const heading = page.locator('[data-screen] :is(h1, h2)').first()
  const pageHeading = page.locator('main.page').getByRole('heading', { level: 1 })
  const expectScreen = async (path: string) => {
    await expect.poll(() => page.evaluate(() => location.pathname), path).toBe(path.replace(/[?#].*/, ''))
    await expect(heading).toBeVisible()
  }
  const expectReader = async () => {
    await expect(page.locator('[data-screen="reader"]')).toBeVisible()
    await expect(reader.rows.first()).toBeVisible()
    await expect.poll(() => placesOf(page)).toEqual(before)
  }

  await test.step('by mouse alone', async () => {
    for (const [path, { clicks }] of Object.entries(ways)) {
      for (const name of clicks) await control(page, name).click()
      await expectScreen(addresses.get(path) ?? '')
      const row = rows.filter({ hasText: clicks[0] ?? '' })
      if (clicks.length === 1) {
        await expect(pageHeading).toHaveText(clicks[0] ?? '')
        await expect(row).toHaveAttribute('aria-current', 'page')
        expect(await placesOf(page)).toMatchObject({ column: 90, moved: [] })
      }
      await page.getByRole('link', { name: 'Back to the reader' }).click()
      await expectReader()
    }
    for (const name of SETTINGS) await control(page, name).click()
    for (const path of settingsPages) {
      await page.locator(`.settings-nav a[href="${path}"]`).click()
      await expectScreen(path)
    }
    await page.getByRole('button', { name: 'Close the settings' }).click()
    await expectReader()
  })

  await test.step('by keys alone, with the commands that lead there', async () => {
    const unmarked: Record<string, string[]> = {}
    const look = async (path: string) => {
      const found = await unmarkedStops(reader)
      if (found.length > 0) unmarked[path] = found
    }
    for (const [path, { keys }] of Object.entries(ways)) {
      await (keys.startsWith('>') ? reader.run(keys.slice(1)) : reader.press(keys))
      await expectScreen(addresses.get(path) ?? '')
      await expectFocusIn(reader, 'sub-layer')
      await look(path)
      await escape(reader)
      await expectReader()
    }
    for (const path of settingsPages) {
      await reader.press('g Comma')
      await expect(page.getByRole('searchbox', { name: 'Search the settings' })).toBeFocused()
      const link = page.locator(`.settings-nav a[href="${path}"]`)
      for (let step = 0; step < 20; step += 1) {
        await page.keyboard.press('ArrowDown')
        if (await link.evaluate((element) => element === document.activeElement)) break
      }
      await page.keyboard.press('Enter')
      await expectScreen(path)
      await look(path)
      await escape(reader)
      await expectReader()
    }
    expect(unmarked, 'the focus is seen').toEqual({})
  })

  await test.step('by keys alone, with those of the column', async () => {
    const field = { 'Save a page': 'Address of the page', Discover: 'Address of a feed' }
    const fieldOf = (title: string) => Object.entries(field).find(([one]) => one === title)?.[1]
    await reader.press('h')
    await expectFocusIn(reader, 'subscription-list')
    await reader.press('End')
    await expect(rows.last()).toBeFocused()
    await reader.press('Enter')
    for (const [at, title] of titles.toReversed().entries()) {
      if (at > 0) {
        await reader.press('Backspace')
        await expect(rows.and(page.locator('[aria-current="page"]'))).toBeFocused()
        await reader.press('k l')
      }
      await expect(pageHeading).toHaveText(title)
      await expectFocusIn(reader, 'sub-layer')
      const name = fieldOf(title)
      if (name === undefined) continue
      await expect(page.getByRole('textbox', { name }).or(page.getByRole('combobox', { name }))).toBeFocused()
      // Out of the field.
      await page.keyboard.press('Escape')
    }
    await reader.press('Backspace')
    await expectFocusIn(reader, 'subscription-list')
    await page.keyboard.press('Escape')
    await expectReader()
  })

  await test.step('to each view and an entry, by mouse and by keys', async () => {
    const pathname = () => page.evaluate(() => location.pathname)
    for (const by of ['mouse', 'keys'] as const) {
      for (const [view, name] of viewNames.entries()) {
        await (by === 'mouse' ? page.getByRole('tab', { name }).click() : reader.press(`g ${view + 1}`))
        await expect.poll(pathname).toMatch(new RegExp(`^/timeline/view-${view}/`))
      }
      await (by === 'mouse' ? page.getByRole('tab', { name: viewNames[0] }).click() : reader.press('g 1'))
      await expect(reader.rows.first()).toBeVisible()
      await (by === 'mouse' ? reader.rows.first().click() : reader.press('j Enter'))
      await expect.poll(pathname).toMatch(/\d$/)
      if (by === 'mouse') continue
      await expectFocusIn(reader, 'entry-render')
      await page.keyboard.press('Escape')
      await expectFocusIn(reader, 'timeline')
    }
  })

  await test.step('from where only a link from elsewhere leads, by mouse and by keys', async () => {
    for (const [path, way] of Object.entries(fromElsewhere))
      for (const by of ['mouse', 'keys'] as const) {
        await goTo(page, addresses.get(path) ?? '')
        await expectScreen(addresses.get(path) ?? '')
        if (by === 'mouse') await control(page, way ?? 'Back to the reader').click()
        else if (way === WAY_OUT) await enter(reader, way)
        else await escape(reader)
        await expect(page.locator('[data-screen="reader"]')).toBeVisible()
      }
  })

  await test.step('signed out, by mouse and by keys', async () => {
    for (const name of [ACCOUNT, 'Sign out']) await control(page, name).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out', exact: true }).click()
    for (const by of ['mouse', 'keys'] as const)
      for (const [name, path] of signedOutWays) {
        await (by === 'mouse' ? page.getByRole('link', { name }).click() : enter(reader, name))
        await expectScreen(path)
      }
  })
})
