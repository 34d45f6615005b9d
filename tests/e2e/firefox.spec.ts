/** The way of every morning in Firefox, where the machine has one: the other journeys are Chromium's. */
import { findFirefox, startFirefox, type FirefoxPage } from '../support/firefox.ts'
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'

test.use({ env: {} })
test.describe.configure({ timeout: 240_000 })

const executable = findFirefox()
test.skip(!executable, 'There is no Firefox on this machine.')

const exists = (selector: string) => `Boolean(document.querySelector(${JSON.stringify(selector)}))`
const textOf = (selector: string) => `document.querySelector(${JSON.stringify(selector)})?.textContent`
const focusedName = 'document.activeElement.getAttribute("name")'
const ROWS = '[data-screen] [data-focus-area="timeline"] [data-entry-id]'
const TITLE = '[data-focus-area="entry-render"] h1'
const PALETTE_FIELD = '.palette [role="combobox"]'

/** Collects the violations of the content security policy that a document reports. */
const collectViolations = `() => {
  window.violations = []
  document.addEventListener('securitypolicyviolation', (event) =>
    window.violations.push(event.violatedDirective + ' ' + event.blockedURI))
}`

test('In Firefox a user signs up, follows a feed, reads, goes on reading without the server, and runs commands', async ({
  lectern,
  feeds,
  account,
}) => {
  feeds.write('tea', manyEntries('tea', 3))
  const firefox = await startFirefox(executable ?? '')
  const { page } = firefox
  const value = (expression: string) => expect.poll(() => page.evaluate(expression))
  try {
    await test.step('signs up', async () => {
      await page.addInitScript(collectViolations)
      await page.goto(`${lectern.url}/register`)
      await value(focusedName).toBe('name')
      for (const text of [account.name, account.email]) {
        await page.type(text)
        await page.press('Tab')
      }
      await value(focusedName).toBe('password')
      await page.type(account.password)
      await page.evaluate('document.querySelector("input[name=repeated]").focus()')
      await page.type(account.password)
      await page.press('Enter')
      await value(exists('[role="dialog"]')).toBe(true)
      await page.press('Escape')
      await value(exists('[role="dialog"]')).toBe(false)
    })

    await test.step('follows a feed by the palette', async () => {
      await runCommand(page, 'Follow an address', feeds.address('tea'))
      await value(`document.querySelectorAll(${JSON.stringify(ROWS)}).length`).toBe(3)
    })

    await test.step('reads by keys', async () => {
      await page.press('j')
      await value(textOf(TITLE)).toBe('tea story 3')
      await page.press('j s')
      await value(textOf(TITLE)).toBe('tea story 2')
      await value(exists(`${ROWS} .entry-star`)).toBe(true)
    })

    await test.step('reads on after a reload, with the server stopped', async () => {
      await expect
        .poll(() => page.evaluate('navigator.serviceWorker.ready.then(({ active }) => active.state)'), {
          timeout: 120_000,
        })
        .toBe('activated')
      // What is changed is stored and sent before the server goes.
      await value(
        'fetch("/api/reads").then((answer) => answer.json()).then(({ data }) => Object.values(data))',
      ).toEqual([1])
      await lectern.stop()
      expect(await page.evaluate('window.violations')).toEqual([])
      await page.reload()
      await value(`document.querySelectorAll(${JSON.stringify(ROWS)}).length`).toBeGreaterThan(0)
      await runCommand(page, 'Go to starred entries')
      await value(`document.querySelectorAll(${JSON.stringify(ROWS)}).length`).toBe(1)
      await page.press('j')
      await value(textOf(TITLE)).toBe('tea story 2')
      await value(textOf('[data-focus-area="entry-render"]')).toContain('The text of tea story 2')
    })
    expect(await page.evaluate('window.violations')).toEqual([])
  } finally {
    await firefox.close()
  }

  /** As `Reader.run`. */
  async function runCommand(reader: FirefoxPage, title: string, ...answers: readonly string[]) {
    await reader.press('Control+k')
    await value(`document.activeElement === document.querySelector(${JSON.stringify(PALETTE_FIELD)})`).toBe(
      true,
    )
    await reader.type(`>${title}`)
    await value(textOf('.palette [role="option"]')).toContain(title)
    await reader.press('Enter')
    for (const answer of answers) {
      await value(`document.querySelector(${JSON.stringify(PALETTE_FIELD)})?.value`).toBe('')
      await reader.type(answer)
      await reader.press('Enter')
    }
    await value(exists(PALETTE_FIELD)).toBe(false)
  }
})
