import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { entered } from '../../../model/session/entrance.ts'
import type { ReaderEvent } from '../../../plugin-api/client.ts'
import type { Permission } from '../../../plugin-api/manifest.ts'
import { readerWithPlugin, testManifest } from '../../testing.ts'

/** What a plugin sees after the user has registered and it starts again. */
async function seenBy(permissions: readonly Permission[]) {
  const seen: ReaderEvent[] = []
  const { scope, set } = await readerWithPlugin(
    testManifest('watcher', { permissions }),
    ({ activity }) => void activity.happened.watch((event) => seen.push(event)),
  )
  await set(false)
  await allSettled(entered, { scope, params: 'registered' })
  await set(true)
  return seen.filter(({ kind }) => kind === 'entered')
}

test('a plugin that starts after the user has registered is told so, with the permission alone', async () => {
  expect(await seenBy(['activity'])).toEqual([{ kind: 'entered', how: 'registered' }])
  expect(await seenBy([])).toEqual([])
})
