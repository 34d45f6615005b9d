/** A reporter of Playwright: writes a list of {@link TestFile}. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter'
import { REPORT_FILE, type TestFile } from './test-file.ts'

export default class PlaywrightReporter implements Reporter {
  private tests: readonly TestCase[] = []

  onBegin(_: FullConfig, suite: Suite): void {
    this.tests = suite.allTests()
  }

  onEnd(): void {
    const file = process.env[REPORT_FILE]
    if (!file) return
    // Playwright empties its results folder when it starts.
    mkdirSync(dirname(file), { recursive: true })
    const byFile = Map.groupBy(this.tests, (test) => relative(process.cwd(), test.location.file))
    writeFileSync(file, JSON.stringify([...byFile].map(([name, tests]) => testFileOf(name, tests))))
  }

  printsToStdio(): boolean {
    return false
  }
}

const testFileOf = (file: string, tests: readonly TestCase[]): TestFile => ({
  file,
  milliseconds: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  passed: tests.filter((test) => /^(expected|flaky)$/.test(test.outcome())).length,
  failed: tests.filter((test) => test.outcome() === 'unexpected').length,
  retried: tests
    .filter(({ results }) => results.length > 1)
    .map((test) => ({
      // After the project and the file.
      title: test.titlePath().slice(3).join(' > '),
      retries: test.results.length - 1,
      passed: test.outcome() === 'flaky',
    })),
})
