import fc from 'fast-check'
import { expect, test } from 'vitest'
import { queryAst } from './arbitrary.sample.ts'
import { nearTerms } from './ast.ts'
import { formatQuery } from './format.ts'
import { parseCondition } from './parse-condition.ts'
import { parseQuery } from './parse.ts'
import { queryErrorMessage } from './errors.ts'
import { highlightQuery } from './complete.ts'

const errorOf = (query: string) => {
  const result = parseQuery(query)
  return result.ok ? null : { code: result.error.code, position: result.error.position }
}
const astOf = (query: string) => {
  const result = parseQuery(query)
  return result.ok ? result.ast : result.error
}
const text = (value: string) => ({ kind: 'text', field: 'any', text: value })

test('every form of the grammar is read', () => {
  expect(astOf('')).toEqual({ where: { kind: 'all' } })
  expect(astOf('  \n ')).toEqual({ where: { kind: 'all' } })
  expect(astOf('rust')).toEqual({ where: text('rust') })
  expect(astOf('"a \\"b\\" c"')).toEqual({ where: text('a "b" c') })
  expect(astOf('a -b')).toEqual({
    where: { kind: 'and', terms: [text('a'), { kind: 'not', term: text('b') }] },
  })
  expect(astOf('a b OR c')).toEqual({
    where: { kind: 'or', terms: [{ kind: 'and', terms: [text('a'), text('b')] }, text('c')] },
  })
  expect(astOf('(a OR b) c')).toEqual({
    where: { kind: 'and', terms: [{ kind: 'or', terms: [text('a'), text('b')] }, text('c')] },
  })
  expect(astOf('https://example.org/ 12:30 e-mail')).toEqual({
    where: { kind: 'and', terms: [text('https://example.org/'), text('12:30'), text('e-mail')] },
  })
  expect(astOf('TITLE:Word author:"Ada L"')).toEqual({
    where: {
      kind: 'and',
      terms: [
        { kind: 'text', field: 'title', text: 'Word' },
        { kind: 'text', field: 'author', text: 'Ada L' },
      ],
    },
  })
  expect(astOf('in:"World News"')).toEqual({
    where: { kind: 'source', field: 'folder', name: 'World News' },
  })
  expect(astOf('view:pictures')).toEqual({ where: { kind: 'view', view: 2 } })
  expect(astOf('view:Article')).toEqual({ where: { kind: 'view', view: 0 } })
  expect(astOf('-is:read')).toEqual({ where: { kind: 'not', term: { kind: 'state', state: 'read' } } })
  expect(astOf('older:3d newer:6mo')).toEqual({
    where: {
      kind: 'and',
      terms: [
        { kind: 'age', comparison: 'older', count: 3, unit: 'd' },
        { kind: 'age', comparison: 'newer', count: 6, unit: 'mo' },
      ],
    },
  })
  expect(astOf('lang:zh_TW')).toEqual({ where: { kind: 'language', language: 'zh-tw' } })
  expect(astOf('sort:old a limit:20')).toEqual({ where: text('a'), sort: 'old', limit: 20 })
  expect(astOf('limit:5')).toEqual({ where: { kind: 'all' }, limit: 5 })
})

test('what cannot be read is an error with its position', () => {
  expect(errorOf('a "b')).toEqual({ code: 'unclosedQuote', position: 2 })
  expect(errorOf('feed:"b')).toEqual({ code: 'unclosedQuote', position: 5 })
  expect(errorOf('"b\\')).toEqual({ code: 'unclosedQuote', position: 0 })
  expect(errorOf('a (b')).toEqual({ code: 'expectedClosing', position: 4 })
  expect(errorOf('a) b')).toEqual({ code: 'unexpectedClosing', position: 1 })
  expect(errorOf('()')).toEqual({ code: 'expectedTerm', position: 1 })
  expect(errorOf('a OR')).toEqual({ code: 'expectedTerm', position: 4 })
  expect(errorOf('OR a')).toEqual({ code: 'expectedTerm', position: 0 })
  expect(errorOf('a - b')).toEqual({ code: 'expectedTerm', position: 3 })
  expect(errorOf('""')).toEqual({ code: 'expectedTerm', position: 1 })
  expect(errorOf('a colour:red')).toEqual({ code: 'unknownField', position: 2 })
  expect(errorOf('feed: x')).toEqual({ code: 'expectedValue', position: 5 })
  expect(errorOf('is:new')).toEqual({ code: 'unknownValue', position: 3 })
  expect(errorOf('older:soon')).toEqual({ code: 'invalidAge', position: 6 })
  expect(errorOf('before:2026-02-30')).toEqual({ code: 'invalidDate', position: 7 })
  expect(errorOf('limit:0')).toEqual({ code: 'invalidLimit', position: 6 })
  expect(errorOf('(a sort:old)')).toEqual({ code: 'onlyTopLevel', position: 3 })
  expect(errorOf('-limit:3')).toEqual({ code: 'onlyTopLevel', position: 1 })
  expect(errorOf('limit:3 limit:4')).toEqual({ code: 'repeated', position: 8 })
  expect(errorOf('a OR sort:old')).toEqual({ code: 'expectedTerm', position: 13 })
})

test('a query of any length or depth is an error, not a crash', () => {
  expect(errorOf('('.repeat(1_000_000))?.code).toBe('tooLong')
  expect(errorOf('('.repeat(1999))).toEqual({ code: 'tooDeep', position: 51 })
  expect(errorOf(`${'-'.repeat(1999)}a`)).toEqual({ code: 'tooDeep', position: 51 })
  expect(errorOf('a '.repeat(999))).toEqual({ code: 'tooManyTerms', position: 400 })
  expect(errorOf('a OR '.repeat(399) + 'a')).toEqual({ code: 'tooManyTerms', position: 1000 })
})

test('messages name what is wrong', () => {
  const result = parseQuery('is:new')
  expect(result.ok ? '' : queryErrorMessage(result.error)).toBe('“is” cannot be “new”')
})

test('any text is read or refused, and can be highlighted', () => {
  const signs = fc.constantFrom(
    '(',
    ')',
    '-',
    '"',
    '\\',
    ' ',
    'OR',
    'a',
    'is:',
    'sort:',
    'limit:9',
    ':',
    '日',
  )
  const noise = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(signs, { maxLength: 80 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(noise, (query) => {
      const result = parseQuery(query)
      if (!result.ok) {
        expect(result.error.position).toBeGreaterThanOrEqual(0)
        expect(result.error.position).toBeLessThanOrEqual(query.length)
      } else expect(parseQuery(formatQuery(result.ast))).toEqual(result)
      let end = 0
      for (const part of highlightQuery(query)) {
        expect(part.start).toBeGreaterThanOrEqual(end)
        end = part.end
      }
      expect(end).toBeLessThanOrEqual(query.length)
    }),
    { numRuns: 1000 },
  )
})

test('a formatted query is read back as it was', () => {
  fc.assert(
    fc.property(queryAst, (ast) => {
      expect(parseQuery(formatQuery(ast))).toEqual({ ok: true, ast })
    }),
    { numRuns: 2000 },
  )
})

test('rankings are of a whole query, once a condition of others is in parentheses too', () => {
  const query = 'about:"warm soil" like:a1 (is:unread OR is:starred)'
  const parsed = parseQuery(query)
  expect(parsed.ok && formatQuery(parsed.ast)).toBe(query)
  expect(parsed.ok && nearTerms(parsed.ast).map(({ value }) => value)).toEqual(['warm soil', 'a1'])
  for (const inner of ['-like:a1', 'a (b OR about:c)']) expect(errorOf(inner)?.code).toBe('onlyTopLevel')
  expect(errorOf('a OR like:a1')).toEqual({ code: 'rankedAlternative', position: 5 })
  expect(parseCondition('is:unread about:c')).toBe('“about” works in searches, not in conditions')
})
