import { expect, test } from 'vitest'
import type { TreeRow } from '../../model/subscriptions/index.ts'
import { locationUnread } from './location-title.ts'

test('the count of all entries is that of the row, which has none of inboxes', () => {
  const tree = [{ id: 'all', kind: 'all', unread: 27 }] as unknown as TreeRow[]
  const counts = new Map([
    ['feed', 27],
    ['pages', 1],
  ])
  expect(locationUnread({ source: { kind: 'all' } }, counts, tree)).toBe(27)
  expect(locationUnread({ source: { kind: 'inbox', id: 'pages' } }, counts, tree)).toBe(1)
})
