import { expect, test } from 'vitest'
import type { FeedRow } from '../settings/index.ts'
import { orderFeeds } from './order-feeds.ts'

const row = (id: string, more: Partial<FeedRow>) =>
  ({ id, error: null, gone: false, nextFetch: null, ...more }) as FeedRow

test('feeds with a fault come first, then the one that is requested next', () => {
  const rows = [
    row('later', { nextFetch: '2026-01-02T00:00:00Z' }),
    row('soon', { nextFetch: '2026-01-01T00:00:00Z' }),
    row('gone', { gone: true }),
    row('failing', { error: 'HTTP 404', nextFetch: '2026-01-03T00:00:00Z' }),
  ]
  expect(orderFeeds(rows).map(({ id }) => id)).toEqual(['gone', 'failing', 'soon', 'later'])
})
