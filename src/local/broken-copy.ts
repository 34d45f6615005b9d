/** The copy of a database that had to be rebuilt, for the user to keep or to send to somebody who can mend it. */
import { BROKEN, FOLDER } from './worker/storage/file-names.ts'

/** Hands the copy to the browser's downloads. Answers false when there is none. */
export async function downloadBrokenCopy(): Promise<boolean> {
  const files = await copies()
  for (const file of files) {
    const address = URL.createObjectURL(file)
    const link = Object.assign(document.createElement('a'), { href: address, download: file.name })
    link.click()
    // The download has begun by then; revoking at once would cut it off in some browsers.
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  }
  return files.length > 0
}

async function copies(): Promise<File[]> {
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
