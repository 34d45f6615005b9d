/**
 * The outbox: a file beside the database, with a line for each change that was added and for each that ended, and one for
 * their user. The database can be damaged, fail to migrate, or be wiped; a change of the user must outlive all of it.
 */
import type { OutboxRow } from '../calls.ts'
import { bytesOf, type StorageFile } from './storage/file.ts'

// The names of the first version, whose files are still read.
type Line = { readonly begun: OutboxRow } | { readonly ended: string } | { readonly user: string }

/** Ended changes that are remembered. One that is added again ended seconds ago. */
const MAX_ENDED = 1000

export type OutboxFile = {
  /** Unsent changes, oldest first. */
  readonly rows: () => readonly OutboxRow[]
  /** It ended lately. A tab may add a change again that another has sent meanwhile. */
  readonly hasEnded: (id: string) => boolean
  /**
   * Durable when it returns. One that is stored, or has ended, is not added again.
   * @throws when the disk is full, with the file as before
   */
  readonly add: (row: OutboxRow) => void
  readonly end: (ids: readonly string[]) => void
  /** Id of the user who made the changes; null: not known. */
  readonly user: () => string | null
  /**
   * Sets the user; the next written line contains it. Changes of another user are dropped: they must never be sent as
   * this one's.
   */
  readonly take: (user: string) => void
  /** Number of changes added and ended since it was opened. */
  readonly written: () => number
}

export function openOutboxFile(file: StorageFile): OutboxFile {
  const rows = new Map<string, OutboxRow>()
  const ended = new Set<string>()
  let user: string | null = null
  let written = 0
  const remember = (ids: readonly string[]): void => {
    for (const id of ids) ended.add(id)
    // A set has its oldest first.
    for (const id of [...ended].slice(0, -MAX_ENDED)) ended.delete(id)
  }
  for (const line of readLines(file)) {
    if ('begun' in line) rows.set(line.begun.id, line.begun)
    else if ('user' in line) user = line.user
    else if (rows.delete(line.ended)) ended.add(line.ended)
  }
  remember([])
  /** As the file has it. A separate line would need space that a full disk does not have. */
  let storedUser: string | null = user
  const append = (lines: readonly Line[]): void => {
    const size = file.getSize()
    const all = user !== null && user !== storedUser ? [{ user }, ...lines] : lines
    const bytes = new TextEncoder().encode(all.map((line) => `${JSON.stringify(line)}\n`).join(''))
    try {
      if (file.write(bytes, { at: size }) < bytes.length) throw new Error('database or disk is full')
      file.flush()
    } catch (error) {
      file.truncate(size)
      throw error
    }
    storedUser = user
  }
  const empty = (): void => {
    file.truncate(0)
    file.flush()
    storedUser = null
  }
  return {
    rows: () => [...rows.values()],
    hasEnded: (id) => ended.has(id),
    add: (row) => {
      if (rows.has(row.id) || ended.has(row.id)) return
      append([{ begun: row }])
      rows.set(row.id, row)
      written += 1
    },
    end: (ids) => {
      const known = ids.filter((id) => rows.delete(id))
      remember(ids)
      written += known.length
      if (known.length === 0) return
      // No change is left: only now can truncating the file lose nothing.
      if (rows.size === 0) empty()
      else append(known.map((id) => ({ ended: id })))
    },
    user: () => user,
    take: (id) => {
      if (user === id) return
      if (user !== null) {
        rows.clear()
        ended.clear()
        empty()
      }
      user = id
    },
    written: () => written,
  }
}

/** Only the last line can be cut short by a kill, and its change was never acknowledged. */
function readLines(file: StorageFile): Line[] {
  const text = new TextDecoder().decode(bytesOf(file))
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const bytes = new TextEncoder().encode(whole).length
  if (bytes < file.getSize()) file.truncate(bytes)
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Line]
      } catch {
        return []
      }
    })
}
