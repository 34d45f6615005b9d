import type { Folder, StorageFile } from './file.ts'

const FIRST_BYTES = 64 * 1024

/** A file in memory: grows by doubling, reads zeros where nothing was written. */
export function ramFile(): StorageFile {
  let bytes = new Uint8Array(0)
  let size = 0
  const grow = (needed: number): void => {
    if (needed <= bytes.length) return
    const next = new Uint8Array(Math.max(needed, bytes.length * 2, FIRST_BYTES))
    next.set(bytes.subarray(0, size))
    bytes = next
  }
  return {
    read: (into, { at }) => {
      const count = Math.max(0, Math.min(into.length, size - at))
      into.set(bytes.subarray(at, at + count))
      return count
    },
    write: (source, { at }) => {
      grow(at + source.length)
      bytes.set(source, at)
      size = Math.max(size, at + source.length)
      return source.length
    },
    getSize: () => size,
    truncate: (length) => {
      grow(length)
      if (length < size) bytes.fill(0, length, size)
      size = length
    },
    flush: () => undefined,
    close: () => undefined,
  }
}

/** A folder in memory, gone with the tab. */
export const ramFolder = (): Folder => ({
  files: { '': ramFile(), '-journal': ramFile(), '-wal': ramFile() },
  outbox: ramFile(),
  persistent: false,
  keepCopy: async () => undefined,
})
