/** The database's folder in the origin's private file system. */
import type { MemoryReason } from '../../calls.ts'
import { endings, type DatabaseFiles, type Folder, type StorageFile } from './file.ts'
import { BROKEN, DATABASE, FOLDER } from './file-names.ts'

/** Nothing can be persisted here. Its message is the reason, as for other errors. */
export class Unavailable extends Error {
  readonly reason: MemoryReason

  constructor(reason: MemoryReason, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

/** @throws Unavailable where the browser has no private file system or does not give it, e.g. in a private window */
export async function databaseDirectory(): Promise<FileSystemDirectoryHandle> {
  try {
    const root = await navigator.storage.getDirectory()
    return await root.getDirectoryHandle(FOLDER, { create: true })
  } catch (error) {
    throw new Unavailable('noFiles', { cause: error })
  }
}

/**
 * Opens the handles of the database. To be called by the holder of the lock only.
 * @param taken called once when another context holds the files for longer than a killed one would
 * @throws Unavailable where the browser's handles are of the old, asynchronous kind
 */
export async function opfsFolder(directory: FileSystemDirectoryHandle, taken: () => void): Promise<Folder> {
  const [outbox, main, journal, wal] = await Promise.all(
    ['-outbox', ...endings].map((ending) => handleOf(directory, DATABASE + ending, taken)),
  )
  const files = { '': main, '-journal': journal, '-wal': wal } as DatabaseFiles
  const folder = {
    files,
    outbox: outbox as StorageFile,
    persistent: true,
    keepCopy: () => copied(directory, files, taken),
  }
  if (typeof files[''].getSize() === 'number') return folder
  throw new Unavailable('slowFiles')
}

const RETRY_MS = 50
const RETRIES_UNTOLD = 60

/** A killed tab releases its handles soon, but not immediately. */
async function handleOf(
  directory: FileSystemDirectoryHandle,
  name: string,
  taken: () => void,
): Promise<StorageFile> {
  const file = await directory.getFileHandle(name, { create: true })
  if (typeof file.createSyncAccessHandle !== 'function') throw new Unavailable('noWriting')
  for (let round = 0; ; round++) {
    try {
      return await file.createSyncAccessHandle()
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'NoModificationAllowedError') throw error
      if (round === RETRIES_UNTOLD) taken()
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}

const PIECE = 1024 * 1024

async function copied(
  directory: FileSystemDirectoryHandle,
  files: DatabaseFiles,
  taken: () => void,
): Promise<void> {
  for (const ending of ['', '-wal'] as const) {
    const copy = await handleOf(directory, BROKEN + ending, taken)
    try {
      copy.truncate(0)
      const piece = new Uint8Array(PIECE)
      for (let at = 0, count = 0; (count = files[ending].read(piece, { at })) > 0; at += count) {
        copy.write(piece.subarray(0, count), { at })
      }
      copy.flush()
    } catch {
      // A full disk has no space for the copy: repairing the database matters more.
      copy.truncate(0)
    } finally {
      copy.close()
    }
  }
}

const PROBES = 24
const PROBE_WRITES = 4
/** A write in a private window takes 0.5 to 3 ms, in any other a hundredth of that (client-db.md, 6). */
const SLOW_MS = 1

/**
 * True when each write is slow, as in Chromium's incognito windows. The quickest of many short rounds tells it also
 * on a busy machine. Only called for a new folder: existing data is always used.
 */
export function isSlow({ files }: Folder): boolean {
  if (files[''].getSize() > 0) return false
  const block = new Uint8Array(4096)
  const journal = files['-journal']
  let quickest = Infinity
  for (let probe = 0; probe < PROBES && quickest > SLOW_MS; probe++) {
    const begun = performance.now()
    for (let index = 0; index < PROBE_WRITES; index++) journal.write(block, { at: index * block.length })
    quickest = Math.min(quickest, performance.now() - begun)
  }
  journal.truncate(0)
  return quickest > SLOW_MS
}
