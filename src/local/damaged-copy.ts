/** The copy of a database that had to be rebuilt, for the user to keep or to send to somebody who can mend it. */
import { BROKEN, FOLDER } from './worker/storage/file-names.ts'

/** @returns the files of the copy; none where no database had to be rebuilt */
export async function damagedCopy(): Promise<readonly File[]> {
  const files: File[] = []
  try {
    const directory = await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER)
    for (const name of [BROKEN, `${BROKEN}-wal`])
      files.push(await (await directory.getFileHandle(name)).getFile())
  } catch {
    // No private file system, no folder, no copy: what was found counts.
  }
  return files.filter((file) => file.size > 0)
}
