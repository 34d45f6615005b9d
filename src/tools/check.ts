/**
 * `npm run check`: format, lint, types, unused code and dependencies side by side, then the unit and architecture tests, the server's on
 * SQLite alone to stay quick. `npm test` begins with the same on both engines.
 * `npm run check -- --changed [commit]`: only what a change can affect. `npm run check -- --licences`: every package's licence.
 */
import { availableParallelism } from 'node:os'
import { changedFiles } from './changed/changed-files.ts'
import { affectedTests } from './changed/affected-tests.ts'
import { allLicences, checkDependencies } from './dependencies/check-dependencies.ts'
import { bin, run, runSideBySide, type NamedStep, type StepResult } from './step.ts'

/**
 * The programs of tsconfig.json, each file once; stored in node_modules/.cache, so that the next time only what a change
 * affects is checked. One checker for each program: several instantiate the same types again, which doubles the work.
 */
const types: NamedStep = {
  name: 'types',
  run: () =>
    run(bin('tsc'), ['-b', '--builders', `${Math.min(4, availableParallelism())}`, '--checkers', '1'], {
      show: false,
    }),
}

const format = (files: readonly string[]): NamedStep => ({
  name: 'format',
  run: () => run(bin('oxfmt'), ['--check', '--no-error-on-unmatched-pattern', ...files], { show: false }),
})

const lint = (files: readonly string[]): NamedStep => ({
  name: 'lint',
  run: () =>
    run(
      bin('oxlint'),
      ['--deny-warnings', '--report-unused-disable-directives', '--no-error-on-unmatched-pattern', ...files],
      { show: false },
    ),
})

/** Unused files, exports and packages. */
const unused: NamedStep = {
  name: 'unused',
  run: () => run(bin('knip'), ['--no-progress', '--config', 'src/tools/knip.jsonc'], { show: false }),
}

const dependencies: NamedStep = {
  name: 'dependencies',
  run: async () => {
    const began = performance.now()
    const { report, problems } = await checkDependencies()
    return {
      code: problems.length === 0 ? 0 : 1,
      output: [...report, ...problems].join('\n'),
      milliseconds: performance.now() - began,
    }
  },
}

/** Format, lint, types, unused code and dependencies of the whole tree. */
export const checkSource = (): Promise<StepResult> =>
  runSideBySide([types, lint(['.']), format(['.']), unused, dependencies])

/**
 * The unit and architecture tests.
 * @param engines databases of the server's tests
 * @param parameters for vitest
 */
export const runUnitTests = (
  engines: 'sqlite' | 'both',
  parameters: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<StepResult> =>
  run(bin('vitest'), ['run', ...parameters], {
    environment: { LECTERN_TEST_ENGINES: engines, ...environment },
  })

/** @returns the exit code */
async function check(): Promise<number> {
  const { code } = await checkSource()
  return code === 0 ? (await runUnitTests('sqlite')).code : code
}

/**
 * Checks what differs from a commit.
 * @returns the exit code
 */
async function checkChanged(commit: string): Promise<number> {
  const changed = changedFiles(commit)
  if (changed.length === 0) {
    process.stdout.write(`Nothing differs from ${commit}.\n`)
    return 0
  }
  const existing = changed.filter(({ exists }) => exists).map(({ file }) => file)
  const ofFiles = existing.length > 0 ? [lint(existing), format(existing)] : []
  const [source, tests] = await Promise.all([
    runSideBySide([types, unused, ...ofFiles]),
    affectedTests(commit, changed),
  ])
  if (source.code !== 0) return source.code
  process.stdout.write(`${tests.summary}\n`)
  return tests.files.length > 0 ? (await runUnitTests('sqlite', tests.files)).code : 0
}

if (import.meta.main) {
  const [option, commit = 'HEAD'] = process.argv.slice(2)
  try {
    if (option === '--licences') process.stdout.write(`${allLicences()}\n`)
    else process.exitCode = option === '--changed' ? await checkChanged(commit) : await check()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
