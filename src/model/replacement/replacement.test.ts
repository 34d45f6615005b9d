import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { $subscriptions, subscriptionEdited } from '../subscriptions/index.ts'
import { createFakeServer, startReader } from '../testing.ts'
import { replacementRequested } from './index.ts'

async function start() {
  const server = createFakeServer()
  server.follow('1')
  const reader = await startReader({ server })
  const { scope } = reader
  const patch = { category: 'News', title: 'Mine', view: 2 as const }
  await allSettled(subscriptionEdited, { scope, params: { id: 'feed/1', patch } })
  return { reader, server, scope, rows: () => [...scope.getState($subscriptions).values()] }
}
const replace = { subscriptionId: 'feed/1', url: 'https://new.example/feed' }

test('the new feed takes the settings of the old one, which is unfollowed then', async () => {
  const { scope, rows } = await start()
  await allSettled(replacementRequested, { scope, params: replace })
  expect(rows()).toHaveLength(1)
  expect(rows()[0]).toMatchObject({ category: 'News', title: 'Mine', view: 2 })
  expect(rows()[0]?.id).not.toBe('feed/1')
})

test('when the server refuses the new one, the old one stays', async () => {
  const { scope, server, rows } = await start()
  server.refuse('subscriptions.create', 'feedFetchError')
  await allSettled(replacementRequested, { scope, params: replace })
  expect(rows().map(({ id }) => id)).toEqual(['feed/1'])
})
