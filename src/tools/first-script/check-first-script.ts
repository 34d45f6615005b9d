/**
 * The step of `npm test` for the size of a first visit: bytes of each file, and the modules of the first script.
 * `node src/tools/first-script/check-first-script.ts --accept` after a build accepts the modules that it has now.
 */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesOfPage } from '../build.ts'
import { root } from '../step.ts'
import { problemsOf, type Module, type SizedFile } from './compare.ts'

/** Bytes on the wire, by the beginning of a file's name. design.md 8 wants 180 kB of script in all. */
const budgets: Readonly<Record<string, number>> = {
  'start-': 234_200,
  'rolldown-runtime-': 1000,
  'database-': 57_700,
  'style-': 29_400,
}

const acceptedFile = join(import.meta.dirname, 'modules.json')

/** Written by the build, see `firstScript` in vite.config.ts. */
const modules = async (): Promise<readonly Module[]> =>
  JSON.parse(await readFile(join(root, 'node_modules/.cache/first-script.json'), 'utf8'))

async function files(): Promise<readonly SizedFile[]> {
  const paths = filesOfPage(await readFile(join(root, 'dist/index.html'), 'utf8'))
  return Promise.all(
    paths
      .filter((path) => !path.endsWith('.woff2'))
      .map(async (path) => {
        const name = path.replace('/assets/', '')
        const [, budget = 0] = Object.entries(budgets).find(([start]) => name.startsWith(start)) ?? []
        return { name, budget, bytes: (await stat(join(root, 'dist', `${path}.br`))).size }
      }),
  )
}

/** After a build. @returns what is wrong, a sentence each */
export async function checkFirstScript(): Promise<readonly string[]> {
  const accepted = JSON.parse(await readFile(acceptedFile, 'utf8')) as Record<string, number>
  return problemsOf(await modules(), accepted, await files())
}

if (import.meta.main && process.argv.includes('--accept')) {
  const accepted = Object.fromEntries((await modules()).map(({ name, bytes }) => [name, bytes]))
  await writeFile(acceptedFile, `${JSON.stringify(accepted, null, 2)}\n`)
} else if (import.meta.main) {
  const problems = await checkFirstScript()
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  process.exitCode = Math.min(1, problems.length)
}
