// @vitest-environment happy-dom
import { getReplay } from '@sentry/browser'
import { afterEach, expect, test, vi } from 'vitest'

// The library records in browsers alone, and takes Node for one where it draws windows.
Object.assign(process, { type: 'renderer' })

afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules()
})

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** How a session of a page that has just loaded is recorded: from its start, or only if an error occurs. */
async function recordingMode(random: () => number): Promise<unknown> {
  vi.resetModules()
  vi.spyOn(Math, 'random').mockImplementation(random)
  sessionStorage.clear()
  const { startErrors } = await import('./online/errors.ts')
  const errors = startErrors({ dsn: 'http://key@collector.test/1', version: '0.6.1' })
  const replay = getReplay()
  await vi.waitFor(() => expect(replay?.getRecordingMode()).toBeDefined())
  const mode = replay?.getRecordingMode()
  errors.stop()
  // The library permits one recorder in a page.
  Object.assign(replay ?? {}, { _isInitialized: false })
  return mode
}

test.each([
  [0, 'session'],
  [0.0999, 'session'],
  [0.1, 'buffer'],
  [0.9999, 'buffer'],
])('a session whose draw is %f is recorded as %s', async (draw, mode) => {
  expect(await recordingMode(() => draw)).toBe(mode)
})

test('of five hundred sessions a tenth is recorded, and the others only if an error occurs', async () => {
  const random = seeded(20)
  const modes: unknown[] = []
  for (let n = 0; n < 500; n++) modes.push(await recordingMode(random))
  const recorded = modes.filter((mode) => mode === 'session').length
  expect(recorded).toBeGreaterThan(35)
  expect(recorded).toBeLessThan(65)
  expect(modes.filter((mode) => mode === 'buffer')).toHaveLength(500 - recorded)
})
