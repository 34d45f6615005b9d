/**
 * For tests: a scope over a real follow.db in memory and a fake server that implements the contract. Time is controlled
 * by the test.
 */
import './everything.ts'
import { allSettled, fork, type Scope, type Store } from 'effector'
import type { Api, ApiError, CallOutcome, LiveListener } from '../api/index.ts'
import type { LiveEvent } from '../contract/live.ts'
import { mapCalls } from '../api/map-calls.ts'
import type { Clock } from '../core/index.ts'
import type { Local } from '../local/calls.ts'
import { memoryLocal } from '../local/memory-local.ts'
import { createFakeServer, type FakeServer } from './testing-server.ts'
import { memoryStorage } from './memory-storage.ts'
import { appStarted } from './app/index.ts'
import { responseReceived } from './network/index.ts'
import { createQueryClient } from './query-client.ts'
import { $services, type Services, type Signal, type Platform } from './services.ts'

export { createFakeServer, testUser } from './testing-server.ts'

/** A clock that a test moves: `move(1000)` runs what is due by then, in order. */
export function manualClock(start = Date.UTC(2026, 0, 15, 12)) {
  let now = start
  let timers: { at: number; due: () => void }[] = []
  const clock: Clock = {
    now: () => now,
    after: (ms, then) => {
      const timer = { at: now + ms, due: then }
      timers.push(timer)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
  }
  return {
    clock,
    move(ms: number) {
      const until = now + ms
      for (;;) {
        const [next] = timers.toSorted((a, b) => a.at - b.at)
        if (!next || next.at > until) break
        timers = timers.filter((one) => one !== next)
        now = next.at
        next.due()
      }
      now = until
    },
  }
}

export type Reader = {
  readonly scope: Scope
  readonly server: FakeServer
  readonly local: Local
  readonly storage: ReturnType<typeof memoryStorage>
  readonly time: ReturnType<typeof manualClock>
  /** Browser actions: copied texts, opened addresses, downloads, reloads. */
  readonly browserActions: string[]
  readonly signal: (signal: Signal) => void
  /** Sends a server event; null breaks the stream. Ignored when no stream is open. */
  readonly tell: (event: LiveEvent | null) => Promise<void>
  /** Closes the page: its listeners and timers no longer fire. */
  readonly leave: () => void
  /** Waits until nothing is pending (except timers). */
  readonly settled: () => Promise<void>
  /** Advances the clock, then waits. */
  readonly later: (ms: number) => Promise<void>
}

export type ReaderSetup = {
  readonly server?: FakeServer
  readonly local?: Local
  readonly storage?: ReturnType<typeof memoryStorage>
  /** The page was reloaded. */
  readonly reloaded?: boolean
  readonly time?: ReturnType<typeof manualClock>
  readonly services?: Partial<Services>
  readonly platform?: Partial<Platform>
  /** Further stores of the scope. */
  readonly values?: readonly (readonly [Store<unknown>, unknown])[]
}

let ids = 0

/** A page that has not started. The same `local` and `storage` again make the page after a reload. */
export function createReader(setup: ReaderSetup = {}): Reader {
  const server = setup.server ?? createFakeServer()
  const local = setup.local ?? memoryLocal()
  let open = true
  const storage = setup.storage ?? memoryStorage()
  const time = setup.time ?? manualClock()
  const browserActions: string[] = []
  const listeners = new Map<Signal, (() => void)[]>()
  const platform: Platform = {
    online: () => !server.offline,
    listen: (signal, hear) => {
      listeners.set(signal, [...(listeners.get(signal) ?? []), hear])
      return () =>
        listeners.set(
          signal,
          (listeners.get(signal) ?? []).filter((one) => one !== hear),
        )
    },
    acquireLock: (_, locks) => {
      locks()
      return () => {}
    },
    openAddress: (url) => void browserActions.push(`open ${url}`),
    openApp: (url) => void browserActions.push(`open app ${url}`),
    selectedText: () => '',
    copyText: async (text) => void browserActions.push(`copy ${text}`),
    download: (name) => void browserActions.push(`download ${name}`),
    reload: () => void browserActions.push('reload'),
    restart: (path) => void browserActions.push(`restart ${path}`),
    build: () => 'test',
    reloaded: () => setup.reloaded ?? false,
    ...setup.platform,
  }
  let stream: LiveListener | null = null
  // The scope is created after the services that report responses to it.
  const received = { tell: (_: CallOutcome) => {} }
  const services: Services = {
    local: { ...local, listen: (hear) => local.listen((notice) => open && hear(notice)) },
    api: notified(server.api, (outcome) => received.tell(outcome)),
    queryClient: createQueryClient(),
    live: (hears) => {
      stream = hears
      return () => {
        if (stream === hears) stream = null
      }
    },
    clock: { ...time.clock, after: (ms, then) => time.clock.after(ms, () => open && then()) },
    newId: () => `test-${++ids}`,
    storage,
    language: () => 'en',
    platform,
    ...setup.services,
  }
  const scope = fork({ values: [[$services, services], ...(setup.values ?? [])] as never })
  received.tell = (outcome) => void allSettled(responseReceived, { scope, params: outcome })
  const settled = () => allSettled(scope)
  return {
    scope,
    server,
    local,
    storage,
    time,
    browserActions,
    settled,
    leave: () => {
      open = false
    },
    tell: async (event) => {
      if (event) stream?.received(event)
      else stream?.lost()
      await settled()
    },
    signal: (signal) => listeners.get(signal)?.forEach((one) => one()),
    later: async (ms) => {
      time.move(ms)
      await settled()
    },
  }
}

/** A page that has started and is signed in. */
export async function startReader(setup: ReaderSetup = {}): Promise<Reader> {
  const reader = createReader(setup)
  await allSettled(appStarted, { scope: reader.scope })
  return reader
}

/** Reports every response, as the ky client does. */
const notified = (api: Api, tell: (outcome: CallOutcome) => void): Api =>
  mapCalls(api, (call) => async (...args) => {
    try {
      const answer = await call(...args)
      tell({ reached: true, status: 200 })
      return answer
    } catch (error) {
      const failure = error as ApiError
      tell(
        failure.kind === 'unreachable'
          ? { reached: false, status: null }
          : {
              reached: true,
              status: failure.status,
              ...(failure.kind === 'refused' && { code: failure.code }),
            },
      )
      throw error
    }
  })
