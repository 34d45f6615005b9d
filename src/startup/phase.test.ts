// @vitest-environment happy-dom
import '../model/everything.ts'
import { allSettled, createWatch, fork } from 'effector'
import { afterEach, expect, test, vi } from 'vitest'
import { $startupIdle } from '../model/app/index.ts'
import { home, screenChanged, toPath } from '../model/location/index.ts'
import { sessionChanged } from '../model/session/index.ts'
import { $startupPhase, firstListRead, startPhases } from './phase.ts'

afterEach(() => {
  vi.useRealTimers()
  delete window.startupCache
  delete window.snapshot
})

test('a start goes from the visible list to idle, which the model is notified of', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame'] })
  const scope = fork()
  const phases: string[] = []
  createWatch({ unit: $startupPhase, scope, fn: (phase) => phases.push(phase) })
  await allSettled(screenChanged, { scope, params: '/settings' })
  const started = startPhases(scope)
  await vi.advanceTimersByTimeAsync(600)
  await started
  expect([phases, scope.getState($startupIdle)]).toEqual([['listVisible'], false])
  await vi.advanceTimersByTimeAsync(1500)
  expect([phases, scope.getState($startupIdle)]).toEqual([['listVisible', 'idle'], true])
})

test('what an idle reader shows is loaded before it is idle', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame'] })
  const scope = fork()
  await allSettled(screenChanged, { scope, params: '/settings' })
  const loaded = Promise.withResolvers<void>()
  const prepare = vi.fn<() => Promise<void>>(() => loaded.promise)
  const started = startPhases(scope, prepare)
  await vi.advanceTimersByTimeAsync(600)
  await started
  expect(prepare).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([prepare.mock.calls.length, scope.getState($startupPhase)]).toEqual([1, 'listVisible'])
  loaded.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect([scope.getState($startupPhase), scope.getState($startupIdle)]).toEqual(['idle', true])
})

test('a list that does not come is waited for, but not for ever', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame'] })
  const scope = fork()
  await allSettled(screenChanged, { scope, params: toPath(home) })
  void startPhases(scope)
  await vi.advanceTimersByTimeAsync(2900)
  expect(scope.getState($startupPhase)).toBe('starting')
  await vi.advanceTimersByTimeAsync(1000)
  expect(scope.getState($startupPhase)).toBe('listVisible')
})

test('a user who has to sign in does not wait for a list', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame'] })
  const scope = fork()
  await allSettled(screenChanged, { scope, params: toPath(home) })
  void startPhases(scope)
  await allSettled(sessionChanged, { scope, params: { status: 'unauthenticated', user: null } })
  await vi.advanceTimersByTimeAsync(600)
  expect(scope.getState($startupPhase)).toBe('listVisible')
})

test('only a cached list is waited for before the first render, and briefly', async () => {
  const scope = fork()
  await allSettled(screenChanged, { scope, params: toPath(home) })
  await firstListRead(scope)
  const path = toPath(home)
  window.startupCache = {
    build: 'this',
    cached: { build: 'this', user: 'ada', places: [path], files: '', answers: {}, bodies: {} },
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let read = false
  void firstListRead(scope).then(() => (read = true))
  await vi.advanceTimersByTimeAsync(100)
  expect(read).toBe(false)
  await vi.advanceTimersByTimeAsync(100)
  expect(read).toBe(true)
})

test('the list of the last visit stays on the screen until its own rows can be drawn, but not for ever', async () => {
  const scope = fork()
  await allSettled(screenChanged, { scope, params: toPath(home) })
  window.snapshot = { build: 'this', painted: true }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let read = false
  void firstListRead(scope).then(() => (read = true))
  await vi.advanceTimersByTimeAsync(2900)
  expect(read).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(read).toBe(true)
})
