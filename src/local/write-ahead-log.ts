/**
 * Changes that a person made and follow.db has not acknowledged. Between the two lie a few milliseconds, or the whole
 * opening of SQLite, in which a tab may be closed: so each is noted where the browser has it at once, and whoever comes to
 * the library next begins what was left there. That may be done twice without harm, as everything that writes.
 */
import type { Local, LocalAnswer, LocalCallName, LocalCalls, OutboxRow } from './calls.ts'

/** In localStorage, a key for each: tabs that wrote one list between them would overwrite each other's. */
const UNKEPT = 'follow:unkept:'
/** Characters. What is larger would hold up the press that it is made by. */
const LARGEST = 50_000
/** ms after which a note that another tab has left is taken for the last that it did. */
const PATIENCE_MS = 2000

type Overrides = {
  readonly [N in LocalCallName]?: (...argument: Parameters<LocalCalls[N]>) => Promise<LocalAnswer<N>>
}

/** A library that loses no change of a tab that dies. */
export function withWriteAheadLog(library: Local): Local {
  const begin = async (row: OutboxRow): Promise<LocalAnswer<'outbox.begin'>> => {
    const answer = await library.call('outbox.begin', row)
    forget([row.id])
    return answer
  }
  const takeUp = (): void => {
    // Where it fails the note stays for the next one.
    for (const row of notes()) begin(row).catch(() => undefined)
  }
  library.listen(({ is }) => is === 'ready' && takeUp())
  const noted = ({ key, newValue }: StorageEvent): void => {
    if (key?.startsWith(UNKEPT) && newValue !== null) setTimeout(takeUp, PATIENCE_MS)
  }
  addEventListener('storage', noted)

  // Sent although it could not be kept, it is over all the same.
  const over = (name: 'outbox.accepted' | 'outbox.refused') => (ids: readonly string[]) => {
    forget(ids)
    return library.call(name, ids)
  }
  const overrides: Overrides = {
    'outbox.begin': (row) => {
      note(row)
      return begin(row)
    },
    'outbox.accepted': over('outbox.accepted'),
    'outbox.refused': over('outbox.refused'),
    'user.take': async (user) => {
      const answer = await library.call('user.take', user)
      // One person's must never be sent as another's.
      if (answer.wiped) forget(notes().map(({ id }) => id))
      return answer
    },
  }
  return {
    ...library,
    call: (name, ...argument) => overrides[name]?.(...argument) ?? library.call(name, ...argument),
    close: () => {
      removeEventListener('storage', noted)
      library.close()
    },
  }
}

/** Storage that is refused or full has no notes, and nothing else is worse for it. */
function attempt<T>(use: () => T, instead: T): T {
  try {
    return use()
  } catch {
    return instead
  }
}

function note(row: OutboxRow): void {
  const text = JSON.stringify(row)
  if (text.length <= LARGEST) attempt(() => localStorage.setItem(UNKEPT + row.id, text), undefined)
}

function forget(ids: readonly string[]): void {
  attempt(() => {
    for (const id of ids) localStorage.removeItem(UNKEPT + id)
  }, undefined)
}

const notes = (): readonly OutboxRow[] =>
  attempt(
    () =>
      // By their names: all that the browser keeps would be much to read at each start.
      Object.keys(localStorage)
        .filter((key) => key.startsWith(UNKEPT))
        .map((key) => JSON.parse(localStorage[key] as string) as OutboxRow),
    [],
  )
