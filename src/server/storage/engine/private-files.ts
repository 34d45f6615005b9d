/** Restricts files of the server to the user that it runs as, also in an existing folder. */
import { chmodSync, closeSync, openSync } from 'node:fs'

const OWN = 0o600

/** Creates a file if there is none. SQLite gives its own mode to the files that it creates beside it. */
export function createPrivateFile(path: string): void {
  closeSync(openSync(path, 'a', OWN))
}

/** Removes the permissions of other users from some files. Missing files, and those of another owner, are skipped. */
export function makePrivate(paths: readonly string[]): void {
  for (const path of paths) {
    try {
      chmodSync(path, OWN)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && NOT_OURS.has(error.code))) throw error
    }
  }
}
/** EPERM: another user's file, which is still usable; EROFS and ENOTSUP: file systems without modes. */
const NOT_OURS = new Set<unknown>(['ENOENT', 'EPERM', 'EROFS', 'ENOTSUP', 'ENOSYS'])
