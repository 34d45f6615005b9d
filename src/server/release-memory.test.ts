import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { releaseMemoryWhenIdle } from './release-memory.ts'

const CHECK_MS = 5_000
const gc = vi.fn<NodeJS.GCFunction>()
/** Bytes resident, and microseconds of processor time between two checks. */
let resident: number
let busy: number

beforeEach(() => {
  resident = 100_000_000
  busy = 0
  gc.mockReset()
  vi.useFakeTimers()
  vi.stubGlobal('gc', gc)
  vi.spyOn(process.memoryUsage, 'rss').mockImplementation(() => resident)
  vi.spyOn(process, 'cpuUsage').mockImplementation((previous) => ({ user: previous ? busy : 0, system: 0 }))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('an idle server collects once, and again only after it has grown', () => {
  releaseMemoryWhenIdle()
  vi.advanceTimersByTime(CHECK_MS)
  expect(gc).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(4 * CHECK_MS)
  expect(gc).toHaveBeenCalledTimes(1)
  resident += 5_000_000
  vi.advanceTimersByTime(CHECK_MS)
  expect(gc).toHaveBeenCalledTimes(1)
  resident += 1_000_000
  vi.advanceTimersByTime(CHECK_MS)
  expect(gc).toHaveBeenCalledTimes(2)
})

test('a busy server is left alone until it is idle', () => {
  busy = 600_000
  releaseMemoryWhenIdle()
  vi.advanceTimersByTime(3 * CHECK_MS)
  expect(gc).not.toHaveBeenCalled()
  busy = 400_000
  vi.advanceTimersByTime(CHECK_MS)
  expect(gc).toHaveBeenCalledTimes(1)
})

test('without --expose-gc there is no timer', () => {
  vi.stubGlobal('gc', undefined)
  releaseMemoryWhenIdle()
  expect(vi.getTimerCount()).toBe(0)
})
