import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bin, root } from '../step.ts'
import { REPORT_FILE, type TestFile } from './test-file.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-reporters-')))
afterAll(() => rmSync(folder, { recursive: true }))

/** Of these tests one passes at once, one at its second try, one never, and one is skipped. Files count the tries. */
const tests = (imports: string, group: string) => `
${imports}
import { existsSync, writeFileSync } from 'node:fs'

${group}('a group', () => {
  test('passes', () => {})
  test('needs another try', () => {
    const isSecond = existsSync('tried')
    writeFileSync('tried', '')
    expect(isSecond).toBe(true)
  })
})
test('fails', () => expect(1).toBe(2))
test.skip('is skipped', () => {})
`

describe.each([
  {
    runner: 'vitest',
    imports: `import { describe, expect, test } from 'vitest'`,
    group: 'describe',
    parameters: ['run', '--retry=1'],
  },
  {
    runner: 'playwright',
    imports: `import { expect, test } from '@playwright/test'`,
    group: 'test.describe',
    parameters: ['test', '--retries=1'],
  },
])('the reporter of $runner', ({ runner, imports, group, parameters }) => {
  const own = join(folder, runner)
  let report: readonly TestFile[] = []
  beforeAll(() => {
    mkdirSync(own)
    symlinkSync(join(root, 'node_modules'), join(own, 'node_modules'))
    writeFileSync(join(own, 'one.test.mjs'), tests(imports, group))
    const file = join(own, 'results/report.json')
    const reporter = join(import.meta.dirname, `${runner}-reporter.ts`)
    const env = { ...process.env, [REPORT_FILE]: file }
    spawnSync(bin(runner), [...parameters, `--reporter=${reporter}`], { cwd: own, env })
    report = JSON.parse(readFileSync(file, 'utf8')) as readonly TestFile[]
  })

  test('counts the tests of a file, those that passed at another try among them', () => {
    expect(report).toMatchObject([{ file: 'one.test.mjs', passed: 2, failed: 1 }])
    expect(report[0]?.milliseconds).toBeGreaterThan(0)
  })

  test('names each test that needed another try', () => {
    expect(report[0]?.retried).toEqual([
      { title: 'a group > needs another try', retries: 1, passed: true },
      { title: 'fails', retries: 1, passed: false },
    ])
  })
})
