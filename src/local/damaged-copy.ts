/** The copy of a database that had to be rebuilt, for the user to store or to send to someone who can repair it. */
import { BROKEN, FOLDER } from './worker/storage/file-names.ts'

/** @returns the files of the copy; none where no database had to be rebuilt */
export async function damagedCopy(): Promise<readonly File[]> {
  const files: File[] = []
  try {
    const directory = await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER)
    for (const name of [BROKEN, `${BROKEN}-wal`])
      files.push(await (await directory.getFileHandle(name)).getFile())
  } catch {
    // Without a private file system, folder or copy: the files found so far.
  }
  return files.filter((file) => file.size > 0)
}
