/**
 * Logs each change of the user in localStorage until follow.db has acknowledged it. In between lie a few milliseconds, or
 * the opening of SQLite, in which a tab may be closed; the next tab then writes what was left. A change may be written
 * twice without harm.
 */
import type { Local, LocalAnswer, LocalCallName, LocalCalls, OutboxRow } from './calls.ts'

/** One key per change: tabs that shared one list would overwrite each other's. */
const KEY_PREFIX = 'follow:unkept:'
/** Characters; a larger change would delay the key press that makes it. */
const MAX_CHARACTERS = 50_000
/** ms after which the change of another tab counts as left behind. */
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
  const recover = (): void => {
    // A change that fails stays in the log for the next tab.
    for (const row of readLog()) begin(row).catch(() => undefined)
  }
  database.listen(({ is }) => is === 'ready' && recover())
  const onStorage = ({ key, newValue }: StorageEvent): void => {
    if (key?.startsWith(KEY_PREFIX) && newValue !== null) setTimeout(recover, LEFT_BEHIND_MS)
  }
  addEventListener('storage', onStorage)

  // Also of a change that was sent though follow.db could not store it.
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
      if (answer.wiped) remove(readLog().map(({ id }) => id))
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

const readLog = (): readonly OutboxRow[] =>
  attempt(
    () =>
      // Filtered by name first: the other values are large.
      Object.keys(localStorage)
        .filter((key) => key.startsWith(KEY_PREFIX))
        .map((key) => JSON.parse(localStorage[key] as string) as OutboxRow),
    [],
  )
