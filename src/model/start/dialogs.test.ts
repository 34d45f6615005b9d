import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { $dialogStack, dialogOpened } from '../layout/index.ts'
import { navigationRequested } from '../location/index.ts'
import { startReader } from '../testing.ts'

test('another entry closes the dialogs, except those that go through the entries; another list closes all', async () => {
  const { scope } = await startReader()
  const open = () => scope.getState($dialogStack).map(({ id }) => id)
  await allSettled(dialogOpened, { scope, params: { id: 'test/gallery', followsEntries: true } })
  await allSettled(dialogOpened, { scope, params: { id: 'test/share' } })
  await allSettled(navigationRequested, { scope, params: { entryId: '7' } })
  expect(open()).toEqual(['test/gallery'])
  await allSettled(navigationRequested, { scope, params: { source: { kind: 'feed', id: '3' } } })
  expect(open()).toEqual([])
})
