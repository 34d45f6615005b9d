import { allSettled, fork } from 'effector'
import { expect, test } from 'vitest'
import '../start/dialogs.ts'
import { $dialogStack, allDialogsClosed, dialogOpened } from '../layout/index.ts'
import { $location, home, navigationRequested } from '../location/index.ts'
import { $subscriptions, subscriptions } from '../subscriptions/tables.ts'
import { followedListRequested } from './show-followed.ts'

/** A reader that follows feeds in these views, with the guide open. */
async function guided(...views: number[]) {
  const scope = fork()
  const rows = views.map((view, at) => [`feed/${at}`, { id: `feed/${at}`, view }] as const)
  await allSettled(subscriptions.replaced, { scope, params: new Map(rows) as never })
  await allSettled(dialogOpened, { scope, params: { id: 'first-run' } })
  return scope
}

test('the list behind the guide is of a view that has something to read, and the guide stays', async () => {
  const scope = await guided(3, 2)
  expect(scope.getState($subscriptions).size).toBe(2)
  await allSettled(followedListRequested, { scope })
  expect(scope.getState($location)).toEqual({ ...home, view: 2 })
  expect(scope.getState($dialogStack)).toHaveLength(1)
})

test('the current view stays where it has feeds, and what was open in it is closed', async () => {
  const scope = await guided(0, 2)
  await allSettled(navigationRequested, {
    scope,
    params: { view: 2, source: { kind: 'feed', id: '1' }, entryId: 'e' },
  })
  await allSettled(followedListRequested, { scope })
  expect(scope.getState($location)).toEqual({ ...home, view: 2 })
})

test('another navigation closes the dialogs, also to the same list once they had been closed', async () => {
  const scope = await guided(0)
  await allSettled(followedListRequested, { scope })
  await allSettled(navigationRequested, { scope, params: { source: { kind: 'collections' } } })
  expect(scope.getState($dialogStack)).toHaveLength(0)
  await allSettled(dialogOpened, { scope, params: { id: 'first-run' } })
  await allSettled(navigationRequested, { scope, params: { source: home.source } })
  expect(scope.getState($dialogStack)).toHaveLength(0)
  await allSettled(allDialogsClosed, { scope })
})
