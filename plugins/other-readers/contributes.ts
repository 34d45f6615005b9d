import type { Contributes } from '../../src/plugin-api/contributes.ts'

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

export default { command: [command], importFormat: [imported] } satisfies Contributes
