import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { $dialogStack } from '../../model/layout/index.ts'
import { navigationRequested } from '../../model/location/index.ts'
import { subscriptionsRequested, unfollowRequested } from '../../model/subscriptions/index.ts'
import { createFakeServer, startReader, type Reader } from '../../model/testing.ts'
import { started } from './offer-list.ts'

async function start() {
  const server = createFakeServer()
  server.sources.offerList('42', { title: 'Science' })
  server.sources.offerList('43', { title: 'Followed' })
  server.sources.follow('43', { view: 0 })
  const reader = await startReader({ server })
  await allSettled(started, { scope: reader.scope })
  await allSettled(subscriptionsRequested, { scope: reader.scope })
  return reader
}
const open = ({ scope }: Reader, id: string) =>
  allSettled(navigationRequested, { scope, params: { view: 0, source: { kind: 'list', id } } })
const dialogs = ({ scope }: Reader) => scope.getState($dialogStack)

test('a list that is opened by its address is offered', async () => {
  const reader = await start()
  await open(reader, '42')
  expect(dialogs(reader)).toEqual([{ id: 'follow-list', props: { listId: '42' } }])
})

test('a list that was open before this was loaded is offered, too', async () => {
  const server = createFakeServer()
  server.sources.offerList('42', { title: 'Science' })
  const reader = await startReader({ server })
  await open(reader, '42')
  await allSettled(started, { scope: reader.scope })
  expect(dialogs(reader)).toEqual([{ id: 'follow-list', props: { listId: '42' } }])
})

test('a followed list is not offered, nor when it is unfollowed while it is open', async () => {
  const reader = await start()
  await open(reader, '43')
  await allSettled(unfollowRequested, { scope: reader.scope, params: { ids: ['list/43'] } })
  await allSettled(subscriptionsRequested, { scope: reader.scope })
  expect(dialogs(reader)).toEqual([])
})
