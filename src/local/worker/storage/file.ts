/** The files behind SQLite's file calls. The shape of OPFS's FileSystemSyncAccessHandle, so that one can be used directly. */
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

/** The folder of one database: its files, the outbox, and the copy of a broken file. */
export type Folder = {
  readonly files: DatabaseFiles
  readonly outbox: StorageFile
  /** True when its files outlive the tab. */
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

/** Empties the three files, the journals first: a leftover journal must never be applied to a new database. */
export function emptied(files: DatabaseFiles): void {
  for (const ending of ['-journal', '-wal', ''] as const) {
    files[ending].truncate(0)
    files[ending].flush()
  }
}
