import { allSettled, createWatch } from 'effector'
import { expect, test } from 'vitest'
import { errorNotified, type UserNotification } from '../app/index.ts'
import { navigationRequested } from '../location/index.ts'
import { $readerView, readerViewToggled } from './index.ts'
import { createFakeServer, startReader } from '../testing.ts'

const NOON = Date.UTC(2026, 0, 15, 12)

/** The message when the page of an entry cannot be fetched. */
async function failure(reason: string): Promise<UserNotification[]> {
  const server = createFakeServer()
  server.follow('1')
  server.publish('1', 'e1', NOON)
  server.refuse('entries.readability', 'feedFetchError', reason)
  const { scope } = await startReader({ server })
  const errors: UserNotification[] = []
  createWatch({ unit: errorNotified, scope, fn: (error) => void errors.push(error) })
  await allSettled(navigationRequested, { scope, params: { entryId: 'e1' } })
  await allSettled(readerViewToggled, { scope })
  expect(scope.getState($readerView)).toBe(false)
  return errors
}

test('a page that cannot be fetched is called a page, with the status of the response', async () => {
  expect(await failure('There is no feed at this address any more (HTTP 404)')).toEqual([
    { key: 'app:entry.readerViewFailed', reason: 'HTTP 404' },
  ])
  expect(await failure('The server did not respond')).toEqual([{ key: 'app:entry.readerViewFailed' }])
})
