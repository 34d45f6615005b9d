import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { $feeds } from '../subscriptions/index.ts'
import { subscriptionsRequested } from '../subscriptions/events.ts'
import { createFakeServer, startReader, type Reader } from '../testing.ts'
import { feedStatisticsFx } from './index.ts'

const statistics = { updatesPerWeek: 1.5, subscriptionCount: 3 }
const feed = ({ scope }: Reader) => scope.getState($feeds).get('1')

test('statistics are shown with their feed, outlive a fetch of the subscriptions, and are there without the server', async () => {
  const server = createFakeServer()
  server.follow('1')
  const reader = await startReader({ server })
  await allSettled(feedStatisticsFx, { scope: reader.scope, params: ['1', '2'] })
  expect(feed(reader)).toMatchObject({ title: 'Feed 1', ...statistics })
  await allSettled(subscriptionsRequested, { scope: reader.scope })
  expect(feed(reader)).toMatchObject(statistics)
  server.offline = true
  const later = await startReader({ server, local: reader.local })
  expect(feed(later)).toMatchObject({ ...statistics, latestEntryPublishedAt: '2026-01-15T12:00:00.000Z' })
})

test('many feeds are requested in batches of five hundred', async () => {
  const reader = await startReader()
  const ids = Array.from({ length: 1001 }, (_, at) => String(at))
  await allSettled(feedStatisticsFx, { scope: reader.scope, params: ids })
  expect(
    reader.server.sent('feeds.analytics').map(({ input }) => (input as { id: string[] }).id.length),
  ).toEqual([500, 500, 1])
})
