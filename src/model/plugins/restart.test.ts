import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { startReader } from '../testing.ts'
import { restartRequested } from './index.ts'

test('the reader starts anew without the plugins from elsewhere, and with them again', async () => {
  const { browserActions, scope } = await startReader()
  for (const isSafe of [true, false]) await allSettled(restartRequested, { scope, params: { isSafe } })
  expect(browserActions).toEqual(['restart /?safe=1', 'restart /'])
})
