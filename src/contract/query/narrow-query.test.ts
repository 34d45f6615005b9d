import fc from 'fast-check'
import { expect, test } from 'vitest'
import { queryAst } from './arbitrary.sample.ts'
import { formatQuery } from './format.ts'
import { datedQuery, likeCurrent, narrowQuery, ranksEntries } from './narrow-query.ts'
import { parseQuery } from './parse.ts'

test('a condition narrows the terms, and an order and a bound stay outside', () => {
  expect(narrowQuery('a OR b', 'is:unread')).toBe('(a OR b) is:unread')
  expect(narrowQuery('sort:old a limit:3', 'is:unread')).toBe('(a) is:unread sort:old limit:3')
  expect(narrowQuery('"a sort:old" SORT:old', 'is:unread')).toBe('("a sort:old") is:unread SORT:old')
  expect(narrowQuery('limit:3', 'is:unread')).toBe('is:unread limit:3')
  expect(narrowQuery('', 'is:unread')).toBe('is:unread')
  expect(narrowQuery('a', '')).toBe('a')
})

test('a query without an order is one of time, whatever its quotations say', () => {
  expect(datedQuery('a OR b limit:3')).toBe('sort:new a OR b limit:3')
  expect(datedQuery('"sort:old"')).toBe('sort:new "sort:old"')
  expect(datedQuery('a sort:old')).toBe('a sort:old')
  expect(datedQuery('Sort:old')).toBe('Sort:old')
})

test('every query can be narrowed and keeps its order and bound', () => {
  const property = fc.property(queryAst, ({ where, sort, limit }) => {
    fc.pre(where.kind !== 'all')
    const narrowed = parseQuery(narrowQuery(formatQuery({ where, sort, limit }), 'is:unread'))
    const unread = { kind: 'state', state: 'unread' } as const
    expect(narrowed).toEqual({
      ok: true,
      ast: { where: { kind: 'and', terms: [where, unread] }, sort, limit },
    })
  })
  fc.assert(property, { numRuns: 500 })
})

test('rankings stay outside the parentheses, and the current entry takes the place of its name', () => {
  expect(narrowQuery('(a OR b) about:"warm soil" like:x', 'is:unread')).toBe(
    '((a OR b)) is:unread about:"warm soil" like:x',
  )
  expect(datedQuery('about:"a sort:old b"')).toBe('about:"a sort:old b"')
  expect([ranksEntries('"like:x" y'), ranksEntries('y like:x')]).toEqual([false, true])
  expect(likeCurrent('"like:entry" like:entry sort:new', 'e1')).toBe('"like:entry" like:e1 sort:new')
  expect(likeCurrent('like:entry', null)).toBe('like:entry')
})
