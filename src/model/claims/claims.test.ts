import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { $services } from '../services.ts'
import { $feeds } from '../subscriptions/index.ts'
import { createFakeServer, startReader } from '../testing.ts'
import { claimFx } from './index.ts'

/** A reader who follows feed 1; the server answers a claim when it is released. */
async function start(answer: () => unknown) {
  const server = createFakeServer()
  server.follow('1')
  const reader = await startReader({ server })
  const { scope } = reader
  let release = () => {}
  const waiting = new Promise<void>((resolve) => (release = resolve))
  Object.assign(scope.getState($services).api.feeds, { claimChallenge: () => waiting.then(answer) })
  return { scope, release, owner: () => scope.getState($feeds).get('1')?.ownerUserId ?? null }
}

test('a claimed feed is the user’s at once, and stays so', async () => {
  const { scope, release, owner } = await start(() => ({ code: 0 }))
  const claimed = allSettled(claimFx, { scope, params: '1' })
  await expect.poll(owner).toBe('1')
  release()
  await claimed
  expect(owner()).toBe('1')
  const stored = await scope.getState($services).local.call('subscriptions.all')
  expect(stored.feeds.find(({ id }) => id === '1')?.ownerUserId).toBe('1')
})

test('a claim without a proof is taken back', async () => {
  const { scope, release, owner } = await start(() => {
    throw new Error('no proof')
  })
  const claimed = allSettled(claimFx, { scope, params: '1' })
  await expect.poll(owner).toBe('1')
  release()
  expect(await claimed).toMatchObject({ status: 'fail' })
  expect(owner()).toBeNull()
})
