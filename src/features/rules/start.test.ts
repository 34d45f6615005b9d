import { allSettled, createWatch } from 'effector'
import { expect, test } from 'vitest'
import { paletteClosed, paletteToggled } from '../../model/palette/index.ts'
import { rulesNeeded } from '../../model/rules/index.ts'
import { startReader } from '../../model/testing.ts'
import { started } from './start.ts'

test('the palette loads the rules whenever it is opened, also before the app is idle', async () => {
  const { scope } = await startReader()
  let loads = 0
  createWatch({ unit: rulesNeeded, scope, fn: () => (loads += 1) })
  await allSettled(paletteToggled, { scope })
  await allSettled(started, { scope })
  await expect.poll(() => loads).toBeGreaterThan(0)
  await allSettled(paletteClosed, { scope })
  const before = loads
  await allSettled(paletteToggled, { scope })
  await expect.poll(() => loads).toBeGreaterThan(before)
})
