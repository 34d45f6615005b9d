import { defineClient } from '../../src/plugin-api/client.ts'
import { isReaderExport } from '../../src/plugin-api/reader-exports.ts'
import { readFile } from './read-file.ts'

/** Exports of saved entries carry whole texts. */
const MAX_BYTES = 100_000_000

export default defineClient(({ command, importFormat }) => {
  const openImport = importFormat({
    id: 'export',
    hint: 'importHint',
    extensions: ['.json', '.csv'],
    mediaTypes: ['application/json', 'text/csv'],
    maxBytes: MAX_BYTES,
    matches: isReaderExport,
    read: async (file) => readFile(file),
  })
  command({
    id: 'global:import-other-reader',
    title: 'import',
    keywords: 'importKeywords',
    kind: 'dialog',
    needs: 'signedIn',
    icon: 'import',
    run: () => void openImport(),
  })
})
