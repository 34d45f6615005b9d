import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

/** Each row is completed by client.tsx. */
export const commands = {
  import: {
    id: 'global:import-opml',
    title: 'import',
    keywords: 'importKeywords',
    kind: 'dialog',
    needs: 'signedIn',
    icon: 'import',
    inAccountMenu: true,
  },
  export: {
    id: 'global:export-opml',
    title: 'export',
    keywords: 'exportKeywords',
    kind: 'view',
    needs: 'signedIn && online',
    icon: 'export',
    inAccountMenu: true,
  },
} as const
export const imported = {
  id: 'opml',
  hint: 'importHint',
  extensions: ['.opml', '.xml'],
  mediaTypes: ['text/x-opml', 'text/xml', 'application/xml'],
}
export const exported = {
  id: 'opml',
  title: 'format',
  hint: 'exportHint',
  ways: [
    { value: 'category', title: 'byFolder' },
    { value: 'view', title: 'byView' },
    { value: 'plain', title: 'plain' },
  ],
}

export default definePlugin({
  id: 'opml',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableOpml',
  icon: 'export',
  settings: z.object({ enableOpml: z.boolean().default(true) }),
  secrets: [],
  permissions: ['feeds:export'],
  contributes: {
    command: Object.values(commands),
    importFormat: [imported],
    exportFormat: [exported],
  },
})
