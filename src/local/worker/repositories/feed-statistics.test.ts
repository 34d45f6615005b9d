import { expect, test } from 'vitest'
import { memoryLocal } from '../../memory-local.ts'
import { entry } from '../entry.sample.ts'

test('statistics count entries as they are shown, and addresses that two feeds share', async () => {
  const local = await memoryLocal()
  const at = (id: string, feedId: string, url: string | null, read = false) =>
    entry({ id, feedId, url, read, publishedAt: 1 })
  await local.call('entries.put', [
    at('a1', 'a', 'https://x.example/1'),
    at('a2', 'a', 'https://x.example/2', true),
    at('a3', 'a', null),
    at('b1', 'b', 'https://x.example/1'),
    // The same address twice in one feed is one shared address.
    at('b2', 'b', 'https://x.example/1'),
    at('b3', 'b', 'https://x.example/2'),
    at('c1', 'c', null),
  ])
  await local.call('outbox.begin', {
    id: 'm1',
    noun: 'reads',
    name: 'reads.mark',
    args: {},
    at: 1,
    effect: { do: 'read', entryIds: ['a1'], read: true },
  })
  await local.call('outbox.begin', {
    id: 'm2',
    noun: 'collections',
    name: 'collections.add',
    args: {},
    at: 1,
    effect: { do: 'star', entryId: 'b1', starredAt: 5, view: 0 },
  })
  expect(await local.call('feeds.statistics')).toEqual({
    feeds: {
      a: { entries: 3, read: 2, starred: 0 },
      b: { entries: 3, read: 0, starred: 1 },
      c: { entries: 1, read: 0, starred: 0 },
    },
    shared: [{ feedId: 'a', otherId: 'b', count: 2 }],
  })
})
