import { describe, expect, test } from 'vitest'
import { conditionFields, operatorsOf, type Condition, type Rule } from '../../contract/actions.ts'
import type { ActionResult } from '../../contract/shapes.ts'
import { ruleInputOf, type RuleField, type EntryPosition, type QueryPosition } from './rule-input.ts'
import { merged } from './act.ts'
import { compilePattern } from './pattern.ts'
import { endless, timeBudget, withinBudget } from './time-budget.ts'
import { rewritten, type RewritableTexts } from './rewrite.ts'
import { faultOf, readyRules, type Cause } from './rules.ts'
import { storedHtml } from '../../../tests/support/stored-html.ts'

const entry: RuleField = {
  title: 'Ten fast crawlers',
  description: 'A short one',
  content: '<p>They crawl &amp; sleep.</p>',
  url: 'https://example.org/crawlers',
  author: 'Ada',
  media: [{ type: 'photo', url: 'https://example.org/a.png' }],
  attachments: [{ url: 'https://example.org/a.mp3', duration_in_seconds: '10:00' }],
  language: 'en',
  publishedAt: Date.UTC(2026, 4, 30),
}
const location: EntryPosition = {
  view: 3,
  category: 'Tech',
  feedTitle: 'Machines',
  siteUrl: 'https://example.org/',
  feedUrl: 'https://example.org/feed.xml',
}
const query: QueryPosition = {
  source: {
    feedNames: ['Machines'],
    folders: ['Tech'],
    tags: [],
    listNames: [],
    inboxNames: [],
    views: [3],
    isRare: false,
  },
  now: Date.UTC(2026, 5, 1),
}
const rule = (condition: Rule['condition'], result: Rule['result'] = { star: true }): Rule => ({
  name: 'one',
  condition,
  result,
})
const holds = (
  condition: Rule['condition'],
  cause: Cause = 'arrival',
  marks = { read: false, collected: false },
) =>
  readyRules([rule(condition)]).some(
    (one) =>
      one.resultFor(
        ruleInputOf(entry, location, query, {
          status: { ...marks, labels: ['Work/Later'], highlighted: true, notes: ['Ask Ada'] },
        }),
        cause,
      ) !== null,
  )
const requests = (field: string, operator: string, value: string) => holds([[{ field, operator, value }]])

test('an entry without content is known by its description, which is text and no markup', () => {
  const described = { ...entry, content: null, description: 'Use <select> &amp; <form action=x> well' }
  expect(ruleInputOf(described, location, query).content()).toBe('Use <select> &amp; <form action=x> well')
})

describe('conditions', () => {
  test.each<[field: string, operator: string, value: string, holds: boolean]>([
    ['view', 'eq', '3', true],
    ['view', 'not_eq', '3', false],
    ['title', 'contains', 'mach', true],
    ['title', 'not_contains', 'mach', false],
    ['title', 'eq', 'Machines', true],
    ['title', 'not_eq', 'Machines', false],
    ['title', 'regex', '^M.*s$', true],
    ['category', 'eq', 'Tech', true],
    ['site_url', 'contains', 'example.org', true],
    ['feed_url', 'regex', String.raw`\.xml$`, true],
    ['entry_title', 'contains', 'FAST', true],
    ['entry_content', 'contains', 'crawl & sleep', true],
    ['entry_content', 'contains', '<p>', false],
    ['entry_url', 'regex', 'crawlers$', true],
    ['entry_author', 'eq', 'Ada', true],
    ['entry_author', 'eq', 'ada', false],
    ['entry_media_length', 'eq', '1', true],
    ['entry_media_length', 'gt', '1', false],
    ['entry_media_length', 'lt', '2', true],
    ['entry_media_length', 'not_eq', '1', false],
    ['entry_attachments_duration', 'gt', '599', true],
    ['entry_attachments_duration', 'eq', '10:00', true],
    ['entry_attachments_duration', 'lt', '600', false],
    ['query', 'eq', 'crawlers lang:en newer:3d', true],
    ['query', 'eq', 'has:highlight note:"ask ada"', true],
    ['query', 'eq', 'note:bob', false],
    ['query', 'not_eq', 'crawlers lang:en newer:3d', false],
    ['query', 'eq', 'older:3d', false],
    ['query', 'eq', '(feed:machines OR in:none) has:image -is:read', true],
    ['query', 'eq', 'view:videos author:ada "crawl & sleep"', true],
  ])('%s %s %s: %s', (field, operator, value, expected) => {
    expect(requests(field, operator, value)).toBe(expected)
  })

  test('every field takes each of its operators and no other', () => {
    const all = ['contains', 'not_contains', 'eq', 'not_eq', 'regex', 'gt', 'lt']
    const value: Partial<Record<string, string>> = { status: 'read' }
    for (const field of conditionFields)
      for (const operator of all) {
        const fault = faultOf(rule([[{ field, operator, value: value[field] ?? '3' }]]))
        expect(fault === null, `${field} ${operator}`).toBe(operatorsOf[field].includes(operator))
      }
  })

  test('an entry without a duration is neither short nor long', () => {
    const silent = ruleInputOf({ ...entry, attachments: [] }, location, query)
    const [short] = readyRules([
      rule([[{ field: 'entry_attachments_duration', operator: 'lt', value: '60' }]]),
    ])
    expect(short?.resultFor(silent, 'arrival')).toBe(null)
  })

  test('inner groups are "and", outer ones "or", a flat list is one group, an empty one is every entry', () => {
    const yes: Condition = { field: 'view', operator: 'eq', value: '3' }
    const no: Condition = { field: 'view', operator: 'eq', value: '4' }
    expect(holds([[yes, no], [yes]])).toBe(true)
    expect(holds([[yes, no], [no]])).toBe(false)
    expect(holds([yes, no])).toBe(false)
    expect(holds([yes])).toBe(true)
    expect(holds([])).toBe(true)
  })

  test('a mark wakes only the groups that look at it', () => {
    const starred: Condition = { field: 'status', operator: 'eq', value: 'collected' }
    const title: Condition = { field: 'entry_title', operator: 'contains', value: 'fast' }
    const now = { read: false, collected: true }
    expect(holds([[starred, title]], 'arrival')).toBe(false)
    expect(holds([[starred, title]], 'collected', now)).toBe(true)
    expect(holds([[starred], [title]], 'read', { read: true, collected: false })).toBe(false)
    expect(holds([], 'read')).toBe(false)
  })

  test('a query that asks for a status is woken by it, and says what it reads', () => {
    const starred: Condition = { field: 'query', operator: 'eq', value: 'is:starred crawlers' }
    expect(holds([[starred]], 'arrival')).toBe(false)
    expect(holds([[starred]], 'collected', { read: false, collected: true })).toBe(true)
    expect(holds([[starred]], 'read', { read: true, collected: true })).toBe(false)
    const [ready] = readyRules([rule([[starred]])])
    expect(ready).toMatchObject({ watchesStatus: true, readsContent: true, readsSource: false })
    const named: Condition = { field: 'query', operator: 'eq', value: 'title:a feed:b' }
    expect(readyRules([rule([[named]])])[0]).toMatchObject({ readsContent: false, readsSource: true })
    const rare: Condition = { field: 'query', operator: 'eq', value: 'is:rare' }
    expect(readyRules([rule([[rare]])])[0]).toMatchObject({ watchesStatus: false, readsRarity: true })
  })

  test.each<[string, Condition]>([
    ['half a condition', {}],
    ['a field without a value', { field: 'title', operator: 'eq' }],
    ['a field that does not exist', { field: 'colour', operator: 'eq', value: 'red' }],
    ['a view that does not exist', { field: 'view', operator: 'eq', value: '9' }],
    ['a number that is none', { field: 'entry_media_length', operator: 'gt', value: 'many' }],
    ['a query that cannot be read', { field: 'query', operator: 'eq', value: 'colour:' }],
    ['a query with an order', { field: 'query', operator: 'eq', value: 'a sort:old' }],
    ['a pattern that is none', { field: 'title', operator: 'regex', value: '(' }],
    ['a pattern that looks back', { field: 'title', operator: 'regex', value: String.raw`(a)\1` }],
  ])('%s is a fault in words and stops no other rule', (_, condition) => {
    expect(faultOf(rule([[condition]]))).toMatch(/\w+ \w+/)
    expect(readyRules([rule([[condition]]), rule([])]).map(({ position }) => position)).toEqual([1])
  })

  test('a rule that is switched off or without effect has no result', () => {
    expect(readyRules([rule([], { star: true, disabled: true })])).toEqual([])
    expect(
      readyRules([rule([], { star: false })])[0]?.resultFor(ruleInputOf(entry, location, query), 'arrival'),
    ).toBe(null)
  })

  test('the old form of blocking still blocks', () => {
    const block = (field: string, value: string) =>
      readyRules([rule([], { blockRules: [{ field, operator: 'contains', value }] })])[0]?.resultFor(
        ruleInputOf(entry, location, query),
        'arrival',
      )
    expect(block('title', 'fast')).toEqual({ block: true })
    expect(block('all', 'sleep')).toEqual({ block: true })
    expect(block('author', 'Bob')).toBe(null)
  })
})

describe('patterns that would hang others', () => {
  const long = 'a'.repeat(200_000)
  test.each(['(a+)+$', '(a|aa)+$', '(a|a?)+b', '(.*a){20}b', '(x+x+)+y', '([a-z]+)*!'])(
    '%s answers',
    (source) => {
      const pattern = compilePattern(source)
      expect(typeof pattern === 'string' ? pattern : typeof pattern.test(`${long}!`, endless)).toBe('boolean')
    },
  )

  test('what is short to write and long to run is refused', () => {
    expect(compilePattern('x{900}'.repeat(40))).toBe('This pattern repeats too much')
    expect(compilePattern('((a{0,100}){0,100}){0,100}')).toContain('repeat')
    expect(compilePattern('a'.repeat(501))).toContain('500')
  })
})

describe('what rules say together', () => {
  test('switches stay on, the last language wins, lists grow without doubles', () => {
    expect(
      merged([
        {
          star: true,
          translation: 'en',
          webhooks: ['https://a.example/'],
          rewriteRules: [{ from: 'a', to: 'b' }],
        },
        { star: false, translation: 'ja', webhooks: ['https://a.example/', 'https://b.example/'] },
        { translation: true, rewriteRules: [{ from: 'b', to: 'c' }] },
      ]),
    ).toEqual({
      star: true,
      translation: 'ja',
      webhooks: ['https://a.example/', 'https://b.example/'],
      rewriteRules: [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'c' },
      ],
    })
  })
})

describe('rewriting', () => {
  type Rewrites = NonNullable<ActionResult['rewriteRules']>
  const rewrite = (texts: Partial<RewritableTexts>, rewriteRules: Rewrites) => {
    const all = { title: null, description: null, content: null, ...texts }
    return rewritten({ texts: all, result: { rewriteRules } }, endless)
  }
  const text = { title: 'AI is $1 fast' }
  test('plain text is replaced as written, in the order of the rules', () => {
    const rules = [
      { from: 'AI', to: 'B' },
      { from: 'B is', to: '$& was' },
    ]
    expect(rewrite(text, rules).title).toBe('$& was $1 fast')
  })

  test('a pattern between slashes may use its groups', () => {
    const rules = [{ from: String.raw`/(\w+) IS/i`, to: 'is $1' }]
    expect(rewrite(text, rules).title).toBe('is AI $1 fast')
  })

  test('markup that a rule makes is sanitised again', () => {
    const rules = [{ from: 'click', to: '<script>alert(1)</script><img src=x onerror=alert(2)>' }]
    expect(rewrite({ content: storedHtml('<p>click</p>') }, rules).content).not.toMatch(/script|onerror/)
  })

  test('a pattern that matches nothing everywhere is refused, and a group that is not there is plain text', () => {
    expect(faultOf(rule([], { rewriteRules: [{ from: '/a*/', to: 'b' }] }))).toContain('nothing')
    expect(rewrite(text, [{ from: '/AI/', to: '$9' }]).title).toBe('$9 is $1 fast')
  })

  test.each([
    ['$$1', '$1'],
    ['[$&]', '[bc]'],
    ["$`|$'", 'a|d'],
    ['$2$1', 'cb'],
    ['$10', 'b0'],
    ['$3$0', '$3$0'],
    ['$<x>', '$<x>'],
    ['$', '$'],
  ])('%s stands for %s, as in JavaScript', (to, expected) => {
    expect('abcd'.replace(/(b)(c)/, to)).toBe(`a${expected}d`)
    expect(rewrite({ title: 'abcd' }, [{ from: '/(b)(c)/', to }]).title).toBe(`a${expected}d`)
  })

  test('a named group stands for its text', () => {
    expect(rewrite({ title: 'abc' }, [{ from: '/(?P<one>b)/', to: '[$<one>$<two>]' }]).title).toBe('a[b]c')
  })

  test.each([
    ['plain text', 'a', 'a'.repeat(2000)],
    ['a pattern', '/a/', 'a'.repeat(2000)],
    ['a group', '/(a*)/'.replace('*', '+'), '$1'.repeat(1000)],
    ['what stands before', '/a/', '$`'.repeat(1000)],
  ])('%s that multiplies ends at the bounds of a title and a description', (_, from, to) => {
    const rules = Array.from({ length: 9 }, () => ({ from, to }))
    const long = { title: 'a'.repeat(2000), description: 'a'.repeat(10_000) }
    const { title, description } = rewrite(long, rules)
    expect(title?.length).toBeLessThanOrEqual(2000)
    expect(description?.length).toBeLessThanOrEqual(10_000)
  })

  test('rewrites beyond what a user may have are left out', () => {
    const rules = Array.from({ length: 40 }, (_, at) => ({
      from: `${at}.`,
      to: `${at + 1}.${' '.repeat(1000)}`,
    }))
    expect(Number.parseInt(rewrite({ title: '0.' }, rules).title ?? '', 10)).toBe(19)
  })

  test('nothing long is done in the thread that serves everybody', () => {
    const texts = { title: null, description: 'ab'.repeat(5000), content: null }
    const of = (from: string) => ({ texts, result: { rewriteRules: [{ from, to: '' }] } })
    expect(withinBudget(() => rewritten(of('/(?:[ab]{0,40}a){20}[xy]/'), timeBudget(1e9)))).toBeNull()
    expect(withinBudget(() => rewritten(of('/a/'), timeBudget(-1)))).toBeNull()
    expect(withinBudget(() => rewritten(of('/a/'), timeBudget(1e9)))?.description).toBe('b'.repeat(5000))
  })
})
