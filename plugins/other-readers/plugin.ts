import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

/** Exports of saved entries carry whole texts. */
const MAX_BYTES = 100_000_000

/** Each row is completed by client.tsx. */
export const command = {
  id: 'global:import-other-reader',
  title: 'import',
  keywords: 'importKeywords',
  kind: 'dialog',
  needs: 'signedIn',
  icon: 'import',
} as const
export const imported = {
  id: 'export',
  hint: 'importHint',
  extensions: ['.json', '.csv', '.html', '.zip'],
  mediaTypes: ['application/json', 'text/csv', 'text/html', 'application/zip'],
  maxBytes: MAX_BYTES,
}

export default definePlugin({
  id: 'other-readers',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableOtherReaders',
  icon: 'import',
  settings: z.object({ enableOtherReaders: z.boolean().default(true) }),
  secrets: [],
  permissions: [],
  contributes: { command: [command], importFormat: [imported] },
})
