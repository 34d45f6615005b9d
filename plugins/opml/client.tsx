import { defineClient } from '../../src/plugin-api/client.ts'
import { commands, exported, imported } from './plugin.ts'

/** Where the root element stands at the latest, in characters. */
const HEAD = 4000

/** Whether a pasted text is worth being read as OPML. */
export const isOpml = (text: string): boolean => /<opml[\s>]/i.test(text.slice(0, HEAD))

const NAME = 'lectern.opml'

export default defineClient(({ command, importFormat, exportFormat, feeds }) => {
  const openImport = importFormat({
    ...imported,
    matches: isOpml,
    // The server reads OPML itself, and repairs it.
    read: async (file) => file,
  })
  const exportFx = exportFormat({
    ...exported,
    write: async (way) => ({
      name: NAME,
      text: await feeds.asOpml(way === 'view' ? 'view' : 'category', { settings: way !== 'plain' }),
    }),
  })
  command({ ...commands.import, run: () => void openImport() })
  command({ ...commands.export, run: async () => void (await exportFx('view')) })
})
