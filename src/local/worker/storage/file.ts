/** What SQLite's file calls are served from. The shape of OPFS's FileSystemSyncAccessHandle, so that one fits as it is. */
export type StorageFile = {
  readonly read: (into: Uint8Array, path: { at: number }) => number
  readonly write: (bytes: Uint8Array, path: { at: number }) => number
  readonly getSize: () => number
  readonly truncate: (size: number) => void
  readonly flush: () => void
  readonly close: () => void
}

/** SQLite's three files, by the ending of their name. */
export const endings = ['', '-journal', '-wal'] as const
export type Ending = (typeof endings)[number]
export type DatabaseFiles = Readonly<Record<Ending, StorageFile>>

/** Where one database lives: the database, beside it the outbox, and a place to set a broken file aside. */
export type Folder = {
  readonly files: DatabaseFiles
  readonly outbox: StorageFile
  /** True when what is written here outlives the tab. */
  readonly persistent: boolean
  /** Copies the database files as they are to follow.db.broken, replacing an older copy. */
  readonly keepCopy: () => Promise<void>
}

/** All bytes of a file. */
export function bytesOf(file: StorageFile): Uint8Array {
  const bytes = new Uint8Array(file.getSize())
  let at = 0
  while (at < bytes.length) {
    const count = file.read(bytes.subarray(at), { at })
    if (count === 0) break
    at += count
  }
  return bytes.subarray(0, at)
}

/** Empties the three files, the journals first: a leftover journal must never be played into a fresh database. */
export function emptied(files: DatabaseFiles): void {
  for (const ending of ['-journal', '-wal', ''] as const) {
    files[ending].truncate(0)
    files[ending].flush()
  }
}
