/** Who writes a plugin sees each change at once: `npm run dev` loads it again, and the page stays. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { freePort } from '../support/free-port.ts'
import { startNpmScript } from '../support/npm-script.ts'
import { copySource, environment } from '../support/ten-minutes.ts'
import { expect, test as base, watched } from './fixtures.ts'
import { Reader } from './reader.ts'

/** Vite transforms each of some hundred modules when it is first loaded. */
const SLOW = { timeout: 300_000 }
const PLUGIN = 'hot-greeting'

type Development = {
  /** Where Vite serves the reader. */
  readonly url: string
  /** Replaces a part of a file of the plugin, as editors do: by another file. */
  readonly edit: (file: string, from: string, to: string) => void
}

/** `npm run dev` with a new plugin, in a copy of the source. A SIGTERM of npm stops it, Vite too. */
const test = base.extend<{ development: Development }>({
  development: async ({}, use) => {
    const copy = copySource()
    copy.run(`npm run new plugin ${PLUGIN}`)
    const dev = startNpmScript(
      'dev',
      {
        ...environment,
        DATA_DIR: join(copy.folder, 'data'),
        DATABASE_URL: '',
        PORT: await freePort(),
        SIGNUP: 'open',
      },
      copy.folder,
    )
    try {
      await expect.poll(dev.output, SLOW).toMatch(/ready at/)
      await expect.poll(dev.output, SLOW).toMatch(/Local:\s+http\S+/)
      await use({
        url: /Local:\s+(http\S+?)\/?\s/.exec(dev.output())?.[1] ?? '',
        edit(file, from, to) {
          const path = join(copy.folder, 'plugins', PLUGIN, file)
          const before = readFileSync(path, 'utf8')
          expect(before).toContain(from)
          writeFileSync(`${path}.new`, before.replace(from, to))
          renameSync(`${path}.new`, path)
        },
      })
      const lock = join(copy.folder, 'data/lectern.lock')
      expect(existsSync(lock)).toBe(true)
      expect(dev.running().filter((command) => /dev\.ts|main\.ts/.test(command)).length).toBeGreaterThan(2)
      dev.signalNpm('SIGTERM')
      await expect.poll(dev.running).toEqual([])
      expect(existsSync(lock)).toBe(false)
    } finally {
      if (dev.running().length > 0) dev.signalGroup('SIGKILL')
      copy.remove()
    }
  },
})
test.describe.configure({ timeout: 1_200_000 })

/** Runs its command, until what has changed is loaded and the message is shown. */
async function saysHello(reader: Reader, message: Locator) {
  await expect(async () => {
    if (await reader.palette.isVisible()) await reader.press('Escape')
    await expect(reader.palette).toBeHidden()
    await reader.run('Say hello')
    await expect(message).toBeVisible({ timeout: 5000 })
  }).toPass(SLOW)
}

test('a plugin is changed, broken and corrected while the page stays', async ({ page, development }) => {
  const { url, edit } = development
  const reader = new Reader(watched(page), url)
  const greeting = (text: string) => saysHello(reader, reader.toast(text))
  await reader.signUpByCall()
  const body = { values: { enableHotGreeting: true } }
  await reader.request(`/plugins/${PLUGIN}/settings`, { method: 'PATCH', body })
  // Without what only the settings load.
  await page.goto(url)
  await expect(reader.pane('subscription-list')).toBeVisible(SLOW)
  await reader.press('Control+k')
  await expect(reader.palette).toBeVisible(SLOW)

  await page.evaluate(() => Object.assign(window, { hasStayed: true }))
  const loadedAgain: string[] = []
  page.on('request', (request) => {
    if (/[?&]t=\d/.test(request.url())) loadedAgain.push(request.url())
  })
  await greeting('Hello, reader!')
  edit('locales/en.json', 'Hello, {{name}}!', 'Good day, {{name}}!')
  await greeting('Good day, reader!')
  edit('client.tsx', 'await call(calls.greet)({})', "{ name: 'browser' }")
  await greeting('Good day, browser!')

  const pane = page.getByRole('region', { name: 'Hot greeting', exact: true })
  const failure = reader.toast(`The plugin ${PLUGIN} failed and was stopped`)
  const overlay = page.locator('vite-error-overlay')
  edit('client.tsx', 'run: async', 'run: = async')
  await expect(failure).toContainText(`${PLUGIN}/client.tsx`, SLOW)
  await expect(overlay.locator('.message-body')).toContainText('Unexpected token')
  await reader.run('Settings: integration')
  await expect(pane.getByRole('switch', { name: 'Say hello' })).toBeChecked(SLOW)
  edit('client.tsx', 'run: = async', 'run: async')
  await expect(overlay).toHaveCount(0, SLOW)
  edit('client.tsx', "{ name: 'browser' }", 'await call(calls.greet)({})')
  await greeting('Good day, reader!')

  const name = "String(caller.settings['name'])"
  edit('server.ts', name, "JSON.parse('a mistake')")
  await saysHello(reader, failure.filter({ hasText: 'The server had an internal error.' }))
  edit('server.ts', "JSON.parse('a mistake')", `'corrected ' + ${name}`)
  await greeting('Good day, corrected reader!')

  // A module of the reader itself would run a second time, with stores of its own.
  expect(loadedAgain.filter((address) => !address.includes(`/plugins/${PLUGIN}/`))).toEqual([])
  expect(await page.evaluate(() => 'hasStayed' in window)).toBe(true)
})
