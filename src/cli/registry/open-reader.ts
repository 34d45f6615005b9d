/** The reader without a screen: its model over an account of the command line, with a database in memory. */
import '../../model/everything.ts'
import { allSettled, fork, type Scope } from 'effector'
import { mapCalls } from '../../api/map-calls.ts'
import { asApiError, type Api } from '../../api/types.ts'
import { tokenScopeOf, type CallName } from '../../contract/paths.ts'
import { randomId } from '../../core/index.ts'
import type { Local } from '../../local/calls.ts'
import { memoryLocal } from '../../local/memory-local.ts'
import { appStarted } from '../../model/app/index.ts'
import { $pendingCount } from '../../model/outbox/index.ts'
import { memoryStorage } from '../../model/memory-storage.ts'
import { createQueryClient } from '../../model/query-client.ts'
import { $services, type Platform, type Services } from '../../model/services.ts'

/** Timeout for a change to reach the server. */
const SENT_WITHIN_MS = 60_000
const LOOK_AGAIN_MS = 50

type Failure = { readonly name: CallName; readonly error: unknown }

export type Reader = {
  readonly scope: Scope
  readonly local: Local
  /** The calls that changed something since it was opened. */
  readonly changes: readonly CallName[]
  readonly failures: readonly Failure[]
  /** Waits until the server has what was changed. @throws the error of a call that was refused, or RefusedError */
  readonly sent: () => Promise<void>
  readonly close: () => void
}

/** Browser actions do nothing. */
const platform: Platform = {
  online: () => true,
  listen: () => () => {},
  acquireLock: (_, acquired) => {
    acquired()
    return () => {}
  },
  openAddress: () => {},
  openApp: () => {},
  selectedText: () => '',
  copyText: async () => {},
  download: () => {},
  reload: () => {},
  restart: () => {},
  build: () => '',
  reloaded: () => false,
}

/** A token cannot read the session, so its user is unknown; only the server needs to know. */
const SESSION = { session: {}, user: { id: 'token', name: '', email: '' }, role: 'user' }

/** @param api with the account's token */
export async function openReader(api: Api): Promise<Reader> {
  const changes: CallName[] = []
  const failures: Failure[] = []
  const local = memoryLocal()
  const timers = new Set<NodeJS.Timeout>()
  const services: Services = {
    local,
    api: watched(api, {
      accepted: (name) => changes.push(name),
      failed: (name, error) => failures.push({ name, error }),
    }),
    queryClient: createQueryClient(),
    live: () => () => {},
    clock: {
      now: Date.now,
      after: (ms, then) => {
        const timer = setTimeout(then, ms)
        timers.add(timer)
        return () => clearTimeout(timer)
      },
    },
    newId: randomId,
    storage: memoryStorage(),
    language: () => 'en',
    platform,
  }
  const scope = fork({ values: [[$services, services]] })
  await allSettled(appStarted, { scope })
  // A token that may not read everything may suffice for the command.
  const unusable = failures.find(({ error }) => !isRefusal(error))
  if (unusable) throw unusable.error
  return {
    scope,
    local,
    changes,
    failures,
    async sent() {
      const until = Date.now() + SENT_WITHIN_MS
      for (;;) {
        // The next batch depends on what was sent.
        await allSettled(scope)
        const refused = failures.find(({ name }) => !isQuestion(name))
        if (refused) throw refused.error
        if (scope.getState($pendingCount) === 0) return
        if (Date.now() > until) throw new Error('The change was not sent in time.')
        // Changes of one kind are sent together, after a delay.
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
      }
    },
    close() {
      for (const timer of timers) clearTimeout(timer)
      local.close()
    },
  }
}

const isQuestion = (name: CallName): boolean => tokenScopeOf(name) === 'read'

/** The server responded, and accepts the token. */
function isRefusal(error: unknown): boolean {
  const failure = asApiError(error)
  return failure?.kind === 'refused' && failure.status !== 401
}

type Watcher = {
  /** A call that changes something. */
  readonly accepted: (name: CallName) => void
  readonly failed: (name: CallName, error: unknown) => void
}

const watched = (api: Api, { accepted, failed }: Watcher): Api =>
  mapCalls(api, (call, name) => async (...args) => {
    if (name === 'session.get') return SESSION
    try {
      const output = await call(...args)
      if (!isQuestion(name)) accepted(name)
      return output
    } catch (error) {
      failed(name, error)
      throw error
    }
  })
