/**
 * Logs each change of the user in localStorage until a worker has acknowledged it. Only the worker that owns the outbox can
 * write the file: until then the change waits for SQLite to open, for a long transaction, or for the tab that has the
 * files, and this tab may be closed. The next tab adds what was left; adding a change twice is harmless.
 */
import type { Local, LocalAnswer, LocalCallName, LocalCalls, OutboxRow } from './calls.ts'

/** One key per change: tabs that shared one list would overwrite each other's. */
const KEY_PREFIX = 'follow:unkept:'
/** Characters; a larger change would delay the key press that makes it. */
const MAX_CHARACTERS = 50_000
/** ms after which the change of another tab counts as left behind. A tab that was only slow adds it later to no effect. */
const LEFT_BEHIND_MS = 2000

type Overrides = {
  readonly [N in LocalCallName]?: (...argument: Parameters<LocalCalls[N]>) => Promise<LocalAnswer<N>>
}

/** A database that loses no change of a tab that dies. */
export function withWriteAheadLog(database: Local): Local {
  const begin = async (row: OutboxRow): Promise<LocalAnswer<'outbox.begin'>> => {
    const answer = await database.call('outbox.begin', row)
    remove([row.id])
    return answer
  }
  const recover = (keys: readonly string[]): void => {
    // A change that fails stays in the log for the next tab.
    for (const row of readLog(keys)) begin(row).catch(() => undefined)
  }
  database.listen(({ is }) => is === 'ready' && recover(keysOfLog()))
  const onStorage = ({ key, newValue }: StorageEvent): void => {
    if (key?.startsWith(KEY_PREFIX) && newValue !== null) setTimeout(() => recover([key]), LEFT_BEHIND_MS)
  }
  addEventListener('storage', onStorage)

  // Also for a change that was sent although follow.db could not store it.
  const ended = (name: 'outbox.accepted' | 'outbox.refused') => (ids: readonly string[]) => {
    remove(ids)
    return database.call(name, ids)
  }
  const overrides: Overrides = {
    'outbox.begin': (row) => {
      append(row)
      return begin(row)
    },
    'outbox.accepted': ended('outbox.accepted'),
    'outbox.refused': ended('outbox.refused'),
    'user.take': async (user) => {
      const answer = await database.call('user.take', user)
      // One user's must never be sent as another's.
      if (answer.wiped) remove(readLog(keysOfLog()).map(({ id }) => id))
      return answer
    },
  }
  return {
    ...database,
    call: (name, ...argument) => overrides[name]?.(...argument) ?? database.call(name, ...argument),
    close: () => {
      removeEventListener('storage', onStorage)
      database.close()
    },
  }
}

/** Without storage, or with a full one, nothing is logged and everything else works. */
function attempt<T>(use: () => T, instead: T): T {
  try {
    return use()
  } catch {
    return instead
  }
}

function append(row: OutboxRow): void {
  const text = JSON.stringify(row)
  if (text.length <= MAX_CHARACTERS) attempt(() => localStorage.setItem(KEY_PREFIX + row.id, text), undefined)
}

function remove(ids: readonly string[]): void {
  attempt(() => {
    for (const id of ids) localStorage.removeItem(KEY_PREFIX + id)
  }, undefined)
}

const keysOfLog = (): readonly string[] =>
  attempt(() => Object.keys(localStorage).filter((key) => key.startsWith(KEY_PREFIX)), [])

const readLog = (keys: readonly string[]): readonly OutboxRow[] =>
  attempt(
    () =>
      keys.flatMap((key) => {
        const text = localStorage.getItem(key)
        return text === null ? [] : [JSON.parse(text) as OutboxRow]
      }),
    [],
  )
