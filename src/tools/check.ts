/**
 * `npm run check`: format, lint, types, dependencies, unit and architecture tests, the server's on SQLite alone to stay
 * quick. `npm test` begins with the same on both engines. `npm run check -- --licences` lists every package's licence.
 */
import { allLicences, checkDependencies } from './dependencies/check-dependencies.ts'
import { bin, run, type StepResult } from './step.ts'

const projects = [
  'src/core',
  'src/contract',
  'src/local/worker',
  'src/local/tsconfig.node.json',
  'src/cli',
  'src/server',
  'src/tools',
  'tsconfig.json',
  'plugins',
  'tests',
]

/**
 * Every step in order.
 * @param engines what the server's tests run on
 * @returns the first step that failed, or the unit tests' result
 */
export async function check(engines: 'sqlite' | 'both'): Promise<StepResult> {
  const format = await run(bin('oxfmt'), ['--check', '.'])
  if (format.code !== 0) return format
  const lint = await run(bin('oxlint'), ['--deny-warnings', '--report-unused-disable-directives', '.'])
  if (lint.code !== 0) return lint
  for (const project of projects) {
    const types = await run(bin('tsc'), ['-p', project])
    if (types.code !== 0) return types
  }
  const { report, problems } = await checkDependencies()
  process.stdout.write(`${[...report, ...problems].join('\n')}\n`)
  if (problems.length > 0) return { code: 1, output: '', milliseconds: 0 }
  return run(bin('vitest'), ['run'], { LECTERN_TEST_ENGINES: engines })
}

if (import.meta.main) {
  if (process.argv.includes('--licences')) process.stdout.write(`${allLicences()}\n`)
  else process.exitCode = (await check('sqlite')).code
}
