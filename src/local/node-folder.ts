/** A database's folder on Node's file system, for tests of what survives: the shape of the browser's, on real files. */
import { nodeFs } from './node-modules.ts'
import type { Folder, StorageFile } from './worker/storage/file.ts'

/** @param path an existing folder */
export function nodeFolder(path: string): Folder {
  const fs = nodeFs()
  const name = `${path}/follow.db`
  const files = {
    '': nodeFile(name),
    '-journal': nodeFile(`${name}-journal`),
    '-wal': nodeFile(`${name}-wal`),
  }
  return {
    files,
    outbox: nodeFile(`${name}-outbox`),
    persistent: true,
    keepCopy: async () => fs.copyFileSync(name, `${name}.broken`),
  }
}

function nodeFile(path: string): StorageFile {
  const fs = nodeFs()
  const fd = fs.openSync(path, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600)
  return {
    read: (into, { at }) => fs.readSync(fd, into, 0, into.length, at),
    write: (bytes, { at }) => fs.writeSync(fd, bytes, 0, bytes.length, at),
    getSize: () => fs.fstatSync(fd).size,
    truncate: (size) => fs.ftruncateSync(fd, size),
    flush: () => fs.fsyncSync(fd),
    close: () => fs.closeSync(fd),
  }
}
