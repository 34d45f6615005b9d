/** Builds the browser half into dist when it is missing or older than its sources. */
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
  await compressAssets()
}

/** As the server compresses a file without a compressed copy, at its first request. */
const QUALITY = 9

/**
 * Compresses scripts and styles, those of a first visit at the highest quality; the server finds the results beside the
 * files.
 */
async function compressAssets(): Promise<void> {
  const first = new Set(filesOfPage(await readFile(built, 'utf8')))
  const paths = readdirSync(join(root, 'dist/assets'), { recursive: true, encoding: 'utf8' })
    .map((name) => `/assets/${name}`)
    .filter((path) => /\.(js|css)$/.test(path))
  await Promise.all(
    paths.map(async (path) => {
      const file = join(root, 'dist', path)
      const quality = first.has(path) ? constants.BROTLI_MAX_QUALITY : QUALITY
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
      await writeFile(`${file}.br`, await promisify(brotliCompress)(await readFile(file), { params }))
    }),
  )
}

/**
 * The files that the page names: its scripts, its style sheet and the database's worker.
 * @param page HTML
 * @returns paths such as `/assets/start-abc.js`
 */
export const filesOfPage = (page: string): readonly string[] =>
  [...page.matchAll(/ (?:src|href|content)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)

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
