import { DATABASE, FOLDER } from './worker/storage/file-names.ts'

/** The files of follow.db: the database, its WAL and the log of unsent changes. @throws where there are none */
export async function databaseFiles(): Promise<readonly File[]> {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle(FOLDER)
  return Promise.all(
    ['', '-wal', '-outbox'].map(async (ending) => (await folder.getFileHandle(DATABASE + ending)).getFile()),
  )
}
