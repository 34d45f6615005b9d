/**
 * The unsent changes once more, in a file of their own beside the database: a line for each that began and for each that
 * ended. The database can be damaged, fail to migrate, or be wiped; a change of the user's must outlive all of it.
 */
import type { OutboxRow } from '../calls.ts'
import { bytesOf, type StorageFile } from './storage/file.ts'

type Line = { readonly begun: OutboxRow } | { readonly ended: string }

export type OutboxLog = {
  /** Durable when it returns. @throws when the disk is full, with the log as before */
  readonly begin: (row: OutboxRow) => void
  readonly end: (id: string) => void
  readonly rows: () => OutboxRow[]
  readonly clear: () => void
}

export function openOutboxLog(file: StorageFile): OutboxLog {
  const live = new Map<string, OutboxRow>()
  for (const line of readLines(file)) {
    if ('begun' in line) live.set(line.begun.id, line.begun)
    else live.delete(line.ended)
  }
  const append = (line: Line): void => {
    const size = file.getSize()
    const bytes = new TextEncoder().encode(`${JSON.stringify(line)}\n`)
    try {
      if (file.write(bytes, { at: size }) < bytes.length) throw new Error('database or disk is full')
      file.flush()
    } catch (error) {
      file.truncate(size)
      throw error
    }
  }
  const clear = (): void => {
    live.clear()
    file.truncate(0)
    file.flush()
  }
  return {
    begin: (row) => {
      if (live.has(row.id)) return
      append({ begun: row })
      live.set(row.id, row)
    },
    end: (id) => {
      if (!live.delete(id)) return
      // Nothing is left to tell: the only moment at which shortening the file can lose nothing.
      if (live.size === 0) clear()
      else append({ ended: id })
    },
    rows: () => [...live.values()],
    clear,
  }
}

/** A line that a kill cut short is the last one, and its change was never acknowledged. */
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
