/** Switches all built-in plugins of a library's user on or off. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from '../../../src/plugin-api/manifest.ts'
import type { Library } from './library.ts'

const FOLDER = join(import.meta.dirname, '../../../plugins')

/** Those for users: the example is none. */
async function builtInManifests(): Promise<readonly Manifest[]> {
  const files = readdirSync(FOLDER)
    .map((id) => join(FOLDER, id, 'plugin.ts'))
    .filter((file) => existsSync(file))
  const modules = await Promise.all(files.map(async (file) => (await import(file)) as { default: Manifest }))
  return modules.map(({ default: manifest }) => manifest).filter(({ example }) => !example)
}

/** On the server, and in the browser, which stores what the settings show. @returns how many there are */
export async function switchPlugins({ lectern, browser }: Library, on: boolean): Promise<number> {
  const plugins = (await builtInManifests()).map(({ id, enabledBy }) => ({ id, enabledBy }))
  const { page } = await browser.open()
  await page.goto(lectern.url)
  await page.evaluate(
    async ({ all, isOn }) => {
      for (const { id, enabledBy } of all) {
        // As a user switches them.
        const response = await fetch(`/api/plugins/${id}/settings`, {
          method: 'PATCH',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ values: { [enabledBy]: isOn } }),
        })
        if (!response.ok) throw new Error(`${id}: ${response.status} ${await response.text()}`)
      }
    },
    { all: plugins, isOn: on },
  )
  await page.goto(new URL('/settings/integration', lectern.url).href)
  await page.locator('.settings-page, main').getByRole('switch', { checked: on }).nth(10).waitFor()
  // The browser writes what it has received.
  await page.waitForTimeout(2000)
  await page.close()
  return plugins.length
}
