/**
 * `npm test`: everything that must pass, browser tests included. Ends with the minutes of each part, the slowest files and
 * the tests that needed a retry, also in test-results/report.json; its last line counts all tests.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from '../../tests/support/chromium.ts'
import { build } from './build.ts'
import { checkSource, runUnitTests } from './check.ts'
import { checkFirstScript } from './first-script/check-first-script.ts'
import { bin, root, run, type StepResult } from './step.ts'
import { countsOf, reportLines, type Durations } from './test-report/report.ts'
import { REPORT_FILE, type TestFile } from './test-report/test-file.ts'

const results = join(root, 'test-results')

let durations: Durations = { source: 0, unit: null, build: null, browser: null }
const files: TestFile[] = []

/**
 * Runs tests whose reporter writes a list of files into the folder of results.
 * @param runTests with the environment that the reporter needs
 */
async function reported(
  name: string,
  runTests: (environment: Readonly<Record<string, string>>) => Promise<StepResult>,
): Promise<StepResult> {
  const file = join(results, `${name}.json`)
  rmSync(file, { force: true })
  const result = await runTests({ [REPORT_FILE]: file })
  // Missing if the runner itself failed.
  if (existsSync(file)) files.push(...(JSON.parse(readFileSync(file, 'utf8')) as readonly TestFile[]))
  return result
}

const reporter = (name: string) => join(import.meta.dirname, 'test-report', `${name}-reporter.ts`)

/** @returns the exit code of the part that failed, or 0 */
async function runAll(): Promise<number> {
  const source = await checkSource()
  durations = { ...durations, source: source.milliseconds }
  if (source.code !== 0) return source.code

  const unit = await reported('unit', (environment) =>
    runUnitTests('both', ['--reporter=default', `--reporter=${reporter('vitest')}`], environment),
  )
  durations = { ...durations, unit: unit.milliseconds }
  if (unit.code !== 0) return unit.code

  const began = performance.now()
  await build({ always: true })
  durations = { ...durations, build: performance.now() - began }
  const problems = await checkFirstScript()
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  if (problems.length > 0) {
    process.stderr.write(`What to do is in tests/README.md, "The first script".\n`)
    return 1
  }

  const chromium = await findChromium()
  const parameters = [
    'test',
    '-c',
    'tests/e2e/playwright.config.ts',
    `--reporter=list,${reporter('playwright')}`,
  ]
  const browser = await reported('browser', (environment) =>
    run(bin('playwright'), parameters, { environment: { CHROMIUM_PATH: chromium, ...environment } }),
  )
  durations = { ...durations, browser: browser.milliseconds }
  return browser.code
}

try {
  process.exitCode = await runAll()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

const report = { durations, files }
mkdirSync(results, { recursive: true })
writeFileSync(join(results, 'report.json'), JSON.stringify(report, null, 2))
const { passed, failed } = countsOf(files)
process.stdout.write(`\n${reportLines(report).join('\n')}\n`)
process.stdout.write(`\n${passed} passed, ${process.exitCode !== 0 ? Math.max(failed, 1) : failed} failed\n`)
