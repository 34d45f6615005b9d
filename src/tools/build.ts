/** Builds the browser's half into dist, when it is not there or older than what it is made from. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { bin, root, run } from './step.ts'
import { stripServer } from './strip-server.ts'

const sources = [
  'src',
  'commands',
  'plugins',
  'migrations/local',
  'locales',
  'public',
  'package-lock.json',
  'vite.config.ts',
]
const built = join(root, 'dist/index.html')

/** @throws when the build fails */
export async function build(options: { always: boolean }): Promise<void> {
  if (!options.always && existsSync(built) && statSync(built).mtimeMs > newest()) return
  const result = await run(bin('vite'), ['build', '--logLevel', 'warn'])
  if (result.code !== 0) throw new Error('The browser half could not be built; see the lines above.')
  await squeezeFirst()
}

/** What every first visit fetches: the page's script and style, and the database's worker. */
const first = ['start', 'database', 'style']

/**
 * Squeezes them as far as it goes, which takes the server too long to do while somebody waits; it finds them beside the files.
 * @throws where the build has no file of one of these names
 */
async function squeezeFirst(): Promise<void> {
  const folder = join(root, 'dist/assets')
  const names = readdirSync(folder)
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  await Promise.all(
    first.map(async (name) => {
      const whole = new RegExp(`^${name}-[\\w-]{8}\\.(js|css)$`)
      const result = names.find((one) => whole.test(one))
      if (!result) throw new Error(`The build has no file called ${name}.`)
      const file = join(folder, result)
      await writeFile(`${file}.br`, await promisify(brotliCompress)(await readFile(file), { params }))
    }),
  )
}

/** When the newest source was written, ms since 1970. */
function newest(): number {
  return Math.max(...sources.map((source) => newestIn(join(root, source))))
}

function newestIn(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(
    0,
    ...readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  )
}

if (import.meta.main) {
  await build({ always: true })
  stripServer()
}
