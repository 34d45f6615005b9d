import { expect, test } from 'vitest'
import type { TreeRow } from './types.ts'
import { unreadNeighbour } from './unread-sources.ts'

const row = (id: string, unread: number, kind: TreeRow['kind'] = 'feed'): TreeRow =>
  ({
    id: kind === 'feed' ? `feed/${id}` : id,
    kind,
    unread,
    source: { kind: 'feed', id },
  }) as unknown as TreeRow
const rows = [
  row('all', 3, 'all'),
  row('news', 3, 'folder'),
  row('a', 0),
  row('b', 2),
  row('c', 1),
  row('d', 0),
]
const from = (id: string, by: number) => unreadNeighbour(rows, { kind: 'feed', id }, by)?.source

test('the next subscription with unread entries is found past folders and read ones, and around the end', () => {
  expect(from('a', 1)).toEqual({ kind: 'feed', id: 'b' })
  expect(from('b', 1)).toEqual({ kind: 'feed', id: 'c' })
  expect(from('b', -1)).toEqual({ kind: 'feed', id: 'c' })
  expect(from('d', 2)).toEqual({ kind: 'feed', id: 'c' })
  expect(unreadNeighbour([row('a', 0)], { kind: 'feed', id: 'a' }, 1)).toBeUndefined()
})
