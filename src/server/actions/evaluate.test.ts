import { describe, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import type { Parsing } from '../parsing/parsing.ts'
import { ParsingError } from '../parsing/parsing-error.ts'
import { storedHtml } from '../../../tests/support/stored-html.ts'
import type { Condition } from '../../contract/actions.ts'
import { evaluate } from './evaluate.ts'
import { evaluateInTime, type RuleSubject } from './evaluate-one.ts'
import { faultOf, readyRules } from './rules.ts'

const subjectOf = (title: string, content = ''): RuleSubject => ({
  entry: {
    title,
    description: null,
    content: storedHtml(`<p>${content}</p>`),
    url: null,
    author: null,
    media: [],
    attachments: [],
    language: null,
    publishedAt: 0,
  },
  position: { view: 0, category: null, feedTitle: null, siteUrl: null, feedUrl: 'https://a.example/' },
  query: { source: null, now: 0 },
})
const rulesOf = (...conditions: readonly Condition[]) =>
  JSON.stringify(
    conditions.map((condition) => ({ name: 'r', condition: [[condition]], result: { star: true } })),
  )
const heavy: Condition = {
  field: 'entry_content',
  operator: 'regex',
  value: '(?:[ab]{0,40}a){20}[xy]|apple',
}
const titled: Condition = { field: 'entry_title', operator: 'contains', value: 'Apple' }

/** Replaces the child process and counts what it receives. */
function childOf(answer: (of: Parameters<typeof evaluateInTime>[0]) => unknown = evaluateInTime) {
  const sent: string[][] = []
  const parse = async (_: string, input: Parameters<typeof evaluateInTime>[0]) => {
    sent.push(input.subjects.map(({ entry }) => entry.title ?? ''))
    return answer(input)
  }
  return { sent, parsing: { parse: parse as Parsing['parse'] } }
}
const evaluated = async (
  rules: string,
  subjects: readonly RuleSubject[],
  child = childOf(),
  limitMs = 60_000,
) => {
  const log = createLog('silent')
  const { parsing } = child
  const results = await evaluate(
    { parsing, log, userId: 'u', rules, cause: 'arrival', limitMs, budgetMs: 1e9 },
    subjects,
  )
  return results.map((result) => result?.acts.map(({ position }) => position) ?? null)
}
const long = 'ab'.repeat(25_000)

describe('rules', () => {
  test('that take little are evaluated here', async () => {
    const child = childOf()
    expect(
      await evaluated(rulesOf(titled), [subjectOf('An apple', long), subjectOf('A pear')], child),
    ).toEqual([[0], []])
    expect(child.sent).toEqual([])
  })

  test('that take long are evaluated apart, from the first such entry on, with the same results', async () => {
    const child = childOf()
    const subjects = [subjectOf('one', 'apple'), subjectOf('two', long), subjectOf('apple', 'x')]
    expect(await evaluated(rulesOf(heavy, titled), subjects, child)).toEqual([[0], [], [1]])
    expect(child.sent).toEqual([['two', 'apple']])
  })

  test('that take too long for one entry act on the others', async () => {
    const child = childOf((input) => {
      if (input.subjects[0]?.entry.title === 'bad') throw new ParsingError('time')
      return evaluateInTime({ ...input, subjects: input.subjects.slice(0, 1) })
    })
    const subjects = [subjectOf('apple', long), subjectOf('bad'), subjectOf('apple')]
    expect(await evaluated(rulesOf(heavy, titled), subjects, child)).toEqual([[1], null, [1]])
  })

  test('end at the limit of their user', async () => {
    const child = childOf((input) => ({
      ...evaluateInTime(input),
      results: [{ acts: [], conditions: [] }],
      ms: 50,
    }))
    const subjects = Array.from({ length: 5 }, () => subjectOf('', long))
    expect(await evaluated(rulesOf(heavy), subjects, child, 99)).toEqual([[], [], null, null, null])
  })
})

test('the patterns of all rules have one budget, and so has their text', () => {
  const rule = { name: '', condition: [[{ ...heavy, value: '(?:[ab]{0,40}a){20}' }]], result: { star: true } }
  expect(faultOf(rule)).toBeNull()
  expect(readyRules(Array.from({ length: 10 }, () => rule)).map(({ position }) => position)).toEqual([
    0, 1, 2,
  ])
  const wordy = { ...rule, condition: [[{ ...titled, value: 'a'.repeat(60_000) }]] }
  expect(readyRules([wordy, wordy]).map(({ position }) => position)).toEqual([0])
})
