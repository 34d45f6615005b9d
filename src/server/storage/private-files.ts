/** What the server keeps is for the eyes of the user that it runs as, also in a folder that was there before. */
import { chmodSync, closeSync, openSync } from 'node:fs'

const OWN = 0o600

/** Makes a file if there is none. SQLite gives its own mode to the files that it puts beside it. */
export function createPrivateFile(path: string): void {
  closeSync(openSync(path, 'a', OWN))
}

/** Takes from everybody else what they may do with some files. Those that are not there, or another user's, stay as they are. */
export function makePrivate(paths: readonly string[]): void {
  for (const path of paths) {
    try {
      chmodSync(path, OWN)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && NOT_OURS.has(error.code))) throw error
    }
  }
}
/** EPERM: another's file, which we may use all the same; EROFS and ENOTSUP: file systems that keep no modes. */
const NOT_OURS = new Set<unknown>(['ENOENT', 'EPERM', 'EROFS', 'ENOTSUP', 'ENOSYS'])
