import { endings, type Folder } from './file.ts'

/** Closes all handles. Only after the database on them was closed. */
export function closeFiles({ files, outbox }: Folder): void {
  for (const ending of endings) files[ending].close()
  outbox.close()
}
