/** The product with plugins that add many commands: built once more with them in its list. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { forgetBuild, type Browser } from './browser.ts'

const ROOT = join(import.meta.dirname, '../../..')
const LIST = '/commands/index.ts'

/** @returns the folder of a build whose registry has `count` more commands, each with its own keys and title */
export async function buildWithCommands(count: number): Promise<string> {
  const outDir = join(ROOT, '.bench/many-commands')
  await build({
    configFile: join(ROOT, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir },
    plugins: [
      {
        name: 'many-commands',
        enforce: 'pre',
        transform: (code, id) =>
          id.endsWith(LIST) ? code.replace('allCommands: readonly Command[] = [', `$&${added(count)}`) : null,
      },
    ],
  })
  return outDir
}

/** An i18n key without a translation is shown unchanged, so these are their own titles. */
const added = (count: number) => `
  ...Array.from({ length: ${count} }, (_, number) => ({
    ...goCommands[number % goCommands.length]!,
    id: 'many:' + number,
    title: 'Arrange ' + ['entries', 'letters', 'rows', 'marks'][number % 4] + ' by rule ' + number,
    bindings: [{ keys: 'F9 ' + [...String(number)].join(' ') + ' Enter' }],
  })),`

/** Serves the pages of an address from a folder from now on, in place of the server and of the service worker's cache. */
export async function serveFrom({ context, open }: Browser, url: string, folder: string): Promise<void> {
  const { page } = await open()
  await page.goto(url)
  await forgetBuild(page)
  await page.close()
  await context.route(/127\.0\.0\.1:\d+\/(assets\/[^?]*\.(js|css))?(timeline.*)?$/, async (route) => {
    const { pathname } = new URL(route.request().url())
    const file = join(folder, pathname.startsWith('/assets/') ? pathname : 'index.html')
    if (!existsSync(file)) return route.continue()
    await route.fulfill({ path: file })
  })
}
