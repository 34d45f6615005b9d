import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { $appearance } from '../settings/index.ts'
import { $layout, wideModeToggled } from './index.ts'
import { startReader } from '../testing.ts'

test('wide mode is the synced setting, and stays after a reload', async () => {
  const reader = await startReader()
  await allSettled(wideModeToggled, { scope: reader.scope })
  expect(reader.scope.getState($layout).wide).toBe(true)
  await reader.later(1000)
  expect(reader.server.sent('settings.update').map(({ input }) => input)).toEqual([
    { tab: 'appearance', wideMode: true },
  ])
  const again = await startReader({ storage: reader.storage, local: reader.local })
  expect(again.scope.getState($appearance).wideMode).toBe(true)
  expect(again.scope.getState($layout).wide).toBe(true)
})
