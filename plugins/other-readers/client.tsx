import { defineClient } from '../../src/plugin-api/client.ts'
import { isReaderExport } from '../../src/plugin-api/reader-exports.ts'
import * as rows from './contributes.ts'
import { readFile } from './read-file.ts'

export default defineClient(({ command, importFormat }) => {
  const openImport = importFormat({
    ...rows.imported,
    matches: isReaderExport,
    read: async (file) => readFile(file),
  })
  command({ ...rows.command, run: () => void openImport() })
})
