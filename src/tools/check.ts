/**
 * `npm run check`: format, lint, types, unit and architecture tests, the server's on SQLite alone to stay quick.
 * `npm test` begins with the same on both engines.
 */
import { bin, run, type StepResult } from './step.ts'

const projects = [
  'src/core',
  'src/contract',
  'src/local/worker',
  'src/local/tsconfig.node.json',
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
  const lint = await run(bin('oxlint'), ['--deny-warnings', '.'])
  if (lint.code !== 0) return lint
  for (const project of projects) {
    const types = await run(bin('tsc'), ['-p', project])
    if (types.code !== 0) return types
  }
  return run(bin('vitest'), ['run'], { LECTERN_TEST_ENGINES: engines })
}

if (import.meta.main) process.exitCode = (await check('sqlite')).code
