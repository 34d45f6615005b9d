/** The summary of `npm test`: duration of each part, its slowest files, and tests that needed a retry. */
import type { TestFile } from './test-file.ts'

/** Durations of the parts in ms; null: not run. */
export type Durations = {
  /** Types, lint and format. */
  readonly source: number
  readonly unit: number | null
  readonly build: number | null
  readonly browser: number | null
}

export type Report = {
  readonly durations: Durations
  /** Unit and browser tests. */
  readonly files: readonly TestFile[]
}

/** Minutes on two cores, of tests/README.md. */
const BUDGET = { source: 1, unit: 8, buildAndBrowser: 11, all: 20 }

const SLOWEST = 20

export function reportLines({ durations, files }: Report): readonly string[] {
  const { source, unit, build, browser } = durations
  const buildAndBrowser = sum([build, browser])
  return [
    'Minutes:',
    ...minutesOf('types, lint and format', source, BUDGET.source),
    ...minutesOf('unit tests', unit, BUDGET.unit),
    ...minutesOf('build', build),
    ...minutesOf('browser tests', browser),
    ...minutesOf('build and browser tests', buildAndBrowser, BUDGET.buildAndBrowser),
    ...minutesOf('all', sum([source, unit, buildAndBrowser]), BUDGET.all),
    '',
    `The ${SLOWEST} slowest test files, in seconds of their tests and hooks:`,
    ...files
      .toSorted((a, b) => b.milliseconds - a.milliseconds)
      .slice(0, SLOWEST)
      .map(({ file, milliseconds }) => `${(milliseconds / 1000).toFixed(1).padStart(7)}  ${file}`),
    '',
    ...retriedLines(files),
  ]
}

/** The tests of all files. */
export const countsOf = (
  files: readonly TestFile[],
): { readonly passed: number; readonly failed: number } => ({
  passed: files.reduce((total, { passed }) => total + passed, 0),
  failed: files.reduce((total, { failed }) => total + failed, 0),
})

function minutesOf(name: string, milliseconds: number | null, budget?: number): readonly string[] {
  if (milliseconds === null) return []
  const minutes = (milliseconds / 60_000).toFixed(1)
  const over =
    budget !== undefined && Number(minutes) > budget ? ', over its budget: see tests/README.md' : ''
  return [`${minutes.padStart(7)}  ${budget === undefined ? '' : `of ${budget} `}${name}${over}`]
}

/** Null where every part is. */
const sum = (parts: readonly (number | null)[]): number | null =>
  parts.every((part) => part === null) ? null : parts.reduce<number>((total, part) => total + (part ?? 0), 0)

function retriedLines(files: readonly TestFile[]): readonly string[] {
  const lines = files.flatMap(({ file, retried }) =>
    retried.map(
      ({ title, retries, passed }) =>
        `  ${file}: ${title} (${passed ? 'passed' : 'failed'} at try ${retries + 1})`,
    ),
  )
  return lines.length === 0 ? ['No test needed another try.'] : ['Tests that needed another try:', ...lines]
}
