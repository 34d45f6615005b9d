import { defineClient } from '../../src/plugin-api/client.ts'
import { isOpml } from './is-opml.ts'

const NAME = 'lectern.opml'

export default defineClient(({ command, importFormat, exportFormat, feeds }) => {
  const openImport = importFormat({
    id: 'opml',
    hint: 'importHint',
    extensions: ['.opml', '.xml'],
    mediaTypes: ['text/x-opml', 'text/xml', 'application/xml'],
    matches: isOpml,
    // The server reads OPML itself, and repairs it.
    read: async (file) => file,
  })
  const exportFx = exportFormat({
    id: 'opml',
    title: 'format',
    hint: 'exportHint',
    ways: [
      { value: 'category', title: 'byFolder' },
      { value: 'view', title: 'byView' },
      { value: 'plain', title: 'plain' },
    ],
    write: async (way) => ({
      name: NAME,
      text: await feeds.asOpml(way === 'view' ? 'view' : 'category', { settings: way !== 'plain' }),
    }),
  })
  command({
    id: 'global:import-opml',
    title: 'import',
    keywords: 'importKeywords',
    kind: 'dialog',
    needs: 'signedIn',
    icon: 'import',
    inAccountMenu: true,
    run: () => void openImport(),
  })
  command({
    id: 'global:export-opml',
    title: 'export',
    keywords: 'exportKeywords',
    kind: 'view',
    needs: 'signedIn && online',
    icon: 'export',
    inAccountMenu: true,
    run: async () => void (await exportFx('view')),
  })
})
