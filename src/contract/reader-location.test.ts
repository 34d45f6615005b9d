import { expect, test } from 'vitest'
import { fromPath, toPath } from './reader-location.ts'

test.each([
  ['/timeline/list-42', null],
  ['/timeline/list-42/all', null],
  ['/timeline/list-42/7', '7'],
  ['/timeline/list-42/pending', null],
  ['/timeline/list-42/list-42', null],
  ['/timeline/list-42/list-42/pending', null],
  ['/timeline/list-42/list-42/7', '7'],
  ['/timeline/all/list-42', null],
  ['/timeline/all/list-42/7', '7'],
])('%s is a list whose view the address leaves out', (path, entryId) => {
  expect(fromPath(path)).toEqual({ view: 0, source: { kind: 'list', id: '42' }, entryId })
})

test('a path without a view that is no list is none of a timeline', () => {
  expect([fromPath('/timeline/all/12'), fromPath('/timeline/view-9/all'), fromPath('/settings')]).toEqual([
    null,
    null,
    null,
  ])
})

test.each([
  { view: 0, source: { kind: 'all' }, entryId: null },
  { view: 3, source: { kind: 'folder', name: 'A / b %' }, entryId: '7' },
  { view: 1, source: { kind: 'search', query: 'a\nb "c"' }, entryId: null },
] as const)('an address leads back to its place: $source.kind', (location) => {
  expect(fromPath(toPath(location))).toEqual(location)
})
