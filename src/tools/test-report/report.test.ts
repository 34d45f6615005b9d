import { expect, test } from 'vitest'
import { countsOf, reportLines } from './report.ts'
import type { TestFile } from './test-file.ts'

const minute = 60_000
const fileOf = (file: string, input: Partial<TestFile> = {}): TestFile => ({
  file,
  milliseconds: 0,
  passed: 0,
  failed: 0,
  retried: [],
  ...input,
})

test('each part has its minutes, and its budget where there is one', () => {
  const durations = { source: 0.74 * minute, unit: 7 * minute, build: 0.5 * minute, browser: 9.25 * minute }
  expect(reportLines({ durations, files: [] }).slice(0, 7)).toEqual([
    'Minutes:',
    '    0.7  of 1 types, lint and format',
    '    7.0  of 8 unit tests',
    '    0.5  build',
    '    9.3  browser tests',
    '    9.8  of 11 build and browser tests',
    '   17.5  of 20 all',
  ])
})

test('a part over its budget is pointed out', () => {
  const durations = { source: 1.2 * minute, unit: null, build: null, browser: null }
  expect(reportLines({ durations, files: [] }).slice(0, 3)).toEqual([
    'Minutes:',
    '    1.2  of 1 types, lint and format, over its budget: see tests/README.md',
    '    1.2  of 20 all',
  ])
})

test('the twenty slowest files of both runners come first', () => {
  const files = Array.from({ length: 30 }, (_, index) =>
    fileOf(index % 2 ? `src/${index}.test.ts` : `tests/e2e/${index}.spec.ts`, { milliseconds: index * 1000 }),
  )
  const lines = reportLines({ durations: { source: 0, unit: 0, build: 0, browser: 0 }, files })
  const slowest = lines.filter((line) => /\.(test|spec)\.ts$/.test(line))
  expect(slowest).toHaveLength(20)
  expect(slowest.slice(0, 2)).toEqual(['   29.0  src/29.test.ts', '   28.0  tests/e2e/28.spec.ts'])
})

test('each test that needed another try is named with its file', () => {
  const durations = { source: 0, unit: 0, build: 0, browser: 0 }
  const retried = [
    { title: 'undo', retries: 1, passed: true },
    { title: 'redo', retries: 2, passed: false },
  ]
  expect(
    reportLines({ durations, files: [fileOf('tests/e2e/undo.spec.ts', { retried })] }).slice(-3),
  ).toEqual([
    'Tests that needed another try:',
    '  tests/e2e/undo.spec.ts: undo (passed at try 2)',
    '  tests/e2e/undo.spec.ts: redo (failed at try 3)',
  ])
  expect(reportLines({ durations, files: [fileOf('a.test.ts')] }).at(-1)).toBe('No test needed another try.')
})

test('tests are counted over all files', () => {
  expect(countsOf([fileOf('a', { passed: 3, failed: 1 }), fileOf('b', { passed: 4 })])).toEqual({
    passed: 7,
    failed: 1,
  })
})
