/** A reporter of vitest: writes a list of {@link TestFile}, a file that several projects run once for each. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { REPORT_FILE, type TestFile } from './test-file.ts'

export default class VitestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env[REPORT_FILE]
    if (!file) return
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(modules.map(testFileOf)))
  }
}

function testFileOf(module: TestModule): TestFile {
  const tests = [...module.children.allTests()].map((test) => ({
    title: test.fullName,
    retries: test.diagnostic()?.retryCount ?? 0,
    state: test.result().state,
  }))
  return {
    file: relative(process.cwd(), module.moduleId),
    milliseconds: module.diagnostic().duration,
    passed: tests.filter(({ state }) => state === 'passed').length,
    failed: tests.filter(({ state }) => state === 'failed').length,
    retried: tests
      .filter(({ retries }) => retries > 0)
      .map(({ title, retries, state }) => ({ title, retries, passed: state === 'passed' })),
  }
}
