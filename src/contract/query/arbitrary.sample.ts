/** Random queries and entries for property tests. */
import fc from 'fast-check'
import { CASES_NOW, caseSources, type CaseEntry, type CaseSourceName } from './cases.ts'
import type { View } from '../views.ts'
import {
  ageUnits,
  queryAnnotations,
  queryMedia,
  queryStates,
  type QueryAst,
  type QueryExpression,
} from './ast.ts'

/** Few letters, so that random words occur in random texts. */
const WORDS = ['ab', 'b', 'Äb', 'c d', '日本', '本', 'が', '%', '_', "it's", 'a:b', '-x', 'OR', '"q"', '\\']
const word = fc.oneof(fc.constantFrom(...WORDS), fc.string({ minLength: 1, maxLength: 3 }))
const NAMES = [
  'Rust Blog',
  'rust',
  'news',
  '世界 NEWS',
  'Daily List',
  'daily',
  'Mail letters',
  'nobody',
  'tech',
  'Tech/Rust',
]
const name = fc.constantFrom(...NAMES)

const term: fc.Arbitrary<QueryExpression> = fc.oneof(
  fc.record({
    kind: fc.constant('text' as const),
    field: fc.constantFrom('any' as const, 'title' as const, 'author' as const),
    text: word,
  }),
  fc.record({
    kind: fc.constant('source' as const),
    field: fc.constantFrom(
      'feed' as const,
      'folder' as const,
      'tag' as const,
      'list' as const,
      'inbox' as const,
    ),
    name,
  }),
  fc.record({ kind: fc.constant('view' as const), view: fc.constantFrom<View>(0, 1, 2, 3, 4, 5) }),
  fc.record({ kind: fc.constant('state' as const), state: fc.constantFrom(...queryStates) }),
  fc.record({ kind: fc.constant('media' as const), media: fc.constantFrom(...queryMedia) }),
  fc.record({
    kind: fc.constant('age' as const),
    comparison: fc.constantFrom('older' as const, 'newer' as const),
    count: fc.nat(40),
    unit: fc.constantFrom(...ageUnits),
  }),
  fc.record({
    kind: fc.constant('date' as const),
    comparison: fc.constantFrom('before' as const, 'after' as const),
    date: fc.constantFrom('2026-01-31', '2026-03-30', '2025-12-01'),
  }),
  fc.record({
    kind: fc.constant('time' as const),
    comparison: fc.constantFrom('under' as const, 'over' as const),
    minutes: fc.constantFrom(0, 1),
  }),
  fc.record({ kind: fc.constant('language' as const), language: fc.constantFrom('en', 'ja', 'zh', 'zh-tw') }),
  fc.record({
    kind: fc.constant('label' as const),
    name: fc.constantFrom('later', 'Work', 'work / reading', 'nobody'),
  }),
  fc.record({ kind: fc.constant('annotation' as const), annotation: fc.constantFrom(...queryAnnotations) }),
  fc.record({ kind: fc.constant('note' as const), text: word }),
  fc.record({ kind: fc.constant('transcript' as const), text: word }),
)

const { expression } = fc.letrec<{ expression: QueryExpression }>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    term,
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      terms: fc.array(tie('expression'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('not' as const), term: tie('expression') }),
  ),
}))

/** Queries as the parser makes them. */
export const queryAst: fc.Arbitrary<QueryAst> = fc.record(
  {
    where: fc.oneof({ weight: 20, arbitrary: expression }, fc.constant({ kind: 'all' as const })),
    sort: fc.constantFrom('old' as const, 'new' as const),
    limit: fc.integer({ min: 1, max: 12 }),
  },
  { requiredKeys: ['where'] },
)

const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '))

const sourceNames = Object.keys(caseSources) as CaseSourceName[]
const randomEntry = fc.record({
  title: fc.option(text),
  author: fc.option(word),
  description: fc.option(text),
  content: fc.option(text.map((one) => `<p>${one.replaceAll(/[<&]/g, '')}</p>`)),
  language: fc.option(fc.constantFrom('en', 'EN-us', 'ja', 'zh-TW', 'zh')),
  publishedAt: fc.integer({ min: 0, max: 120 }).map((days) => CASES_NOW - days * 86_400_000),
  read: fc.boolean(),
  starred: fc.boolean(),
  labels: fc.subarray(['later', 'work', 'work/reading']),
  highlighted: fc.boolean(),
  notes: fc.array(
    word.filter((one) => one.trim() !== ''),
    { maxLength: 2 },
  ),
  transcript: fc.option(text),
  media: fc.constantFrom<CaseEntry['media'][]>(
    [],
    [{ type: 'photo', url: 'https://example.org/"type":"video"' }],
    [{ type: 'video', url: 'https://example.org/v' }],
  ),
  attachments: fc.constantFrom<CaseEntry['attachments'][]>(
    [],
    [{ url: 'https://example.org/a', mime_type: 'audio/mpeg' }],
    [{ url: 'https://example.org/b' }],
  ),
  source: fc.option(fc.constantFrom(...sourceNames)),
})

const isAnnotated = ({ labels, highlighted, notes }: Pick<CaseEntry, 'labels' | 'highlighted' | 'notes'>) =>
  labels.length > 0 || highlighted || notes.length > 0

/**
 * Entries of the sources of the table of cases; of a feed that is followed no longer only starred, labelled, highlighted or noted ones are
 * listed.
 */
export const randomEntries: fc.Arbitrary<CaseEntry[]> = fc
  .array(randomEntry, { minLength: 20, maxLength: 40 })
  .map((entries) =>
    entries.map((entry, at) => ({
      ...entry,
      id: `r${String(at).padStart(2, '0')}`,
      starred: entry.starred || (entry.source === null && !isAnnotated(entry)),
    })),
  )
