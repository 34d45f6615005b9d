import { allSettled, createWatch } from 'effector'
import { expect, test } from 'vitest'
import { navigationRequested, screenRequested } from '../../model/location/index.ts'
import { startReader } from '../../model/testing.ts'
import { started } from './detect-missing-feed.ts'

/** A signed-in page at the timeline of a feed, and the screens that it went to. */
async function readerAt(feedId: string) {
  const reader = await startReader()
  const { scope } = reader
  const screens: string[] = []
  createWatch({ unit: screenRequested, scope, fn: ({ path }) => void screens.push(path) })
  await allSettled(navigationRequested, { scope, params: { source: { kind: 'feed', id: feedId } } })
  await allSettled(started, { scope })
  await reader.settled()
  return { reader, screens }
}

test('the timeline of a feed that the server does not know leads to the screen that says so', async () => {
  const { screens } = await readerAt('404')
  expect(screens).toEqual(['/feed-not-found/404'])
})

test('a feed that the server knows but has no entries of stays where it is', async () => {
  const { reader, screens } = await readerAt('404')
  screens.length = 0
  reader.server.feeds.set('7', { url: 'https://example.org/feed', title: 'Quiet' })
  await allSettled(navigationRequested, {
    scope: reader.scope,
    params: { source: { kind: 'feed', id: '7' } },
  })
  await reader.settled()
  expect(screens).toEqual([])
})
