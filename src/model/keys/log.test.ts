import { allSettled, createWatch, fork, type StoreValue } from 'effector'
import { expect, test } from 'vitest'
import { infoNotified } from '../app/events.ts'
import { keyUnowned } from '../plugins/keys.ts'
import { $session } from '../session/state.ts'
import './log.ts'

/** Presses a key that does nothing. @returns what is said of it */
async function pressInVain(status: StoreValue<typeof $session>['status']): Promise<readonly string[]> {
  const scope = fork({ values: [[$session, { status, user: null }]] })
  const said: string[] = []
  createWatch({ unit: infoNotified, scope, fn: ({ key }) => void said.push(key) })
  const report = { outcome: 'nothing', typed: ['x'], area: 'timeline', inactive: [] } as never
  for (let presses = 0; presses < 2; presses += 1) await allSettled(keyUnowned, { scope, params: report })
  return said
}

test('a key that does nothing says so once, but not to those who are signing in', async () => {
  expect(await pressInVain('authenticated')).toEqual(['app:keys.doesNothing'])
  expect(await pressInVain('unauthenticated')).toEqual([])
})
