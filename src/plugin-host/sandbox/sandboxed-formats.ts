/** Import and export formats of a plugin in a sandbox: their functions run there, and what they return is checked here. */
import { z } from 'zod'
import { importedEntry } from '../../contract/imports.ts'
import type { ClientHost } from '../../plugin-api/client.ts'
import { bytesOf, textOf } from './base64.ts'
import type { FromPlugin, Invocation } from './messages.ts'
import type { Reach } from './reach.ts'

type Formats = Pick<Extract<FromPlugin, { type: 'registered' }>, 'importFormats' | 'exportFormats'>

const exportedFile = z.object({ name: z.string().min(1).max(200), text: z.string().max(5_000_000) })
/** Characters of an OPML document in base64. */
const MAX_OPML = 700_000

/** As messages.ts carries it: the bytes are base64. */
const importedFile = z.object({
  opml: z.base64().max(MAX_OPML).nullable(),
  entries: z.array(importedEntry).max(100_000),
  unread: z.array(z.object({ title: z.string().max(2000), reason: z.string().max(200) })).max(100_000),
})

type FormatParts = {
  /** Runs a function of a format. Rejects with what it throws, and when the plugin ends. */
  readonly invoked: (call: Invocation) => Promise<unknown>
  readonly reach: Pick<Reach, 'html'>
}

export function registerFormats(
  host: ClientHost,
  { importFormats, exportFormats }: Formats,
  { invoked, reach }: FormatParts,
): void {
  importFormats.forEach((format, index) => {
    host.importFormat({
      ...format,
      matches: async (text) => z.boolean().parse(await invoked({ name: 'matches', index, input: text })),
      read: async (file) => {
        const output = await invoked({ name: 'read', index, input: textOf(file) })
        const { opml, entries, unread } = importedFile.parse(output)
        // Their pictures are loaded when they are read.
        const original = new TextDecoder().decode(file)
        return {
          opml: opml === null ? null : bytesOf(opml),
          entries: entries.map((entry) => ({
            ...entry,
            content: entry.content && reach.html(entry.content, original),
          })),
          unread,
        }
      },
    })
  })
  exportFormats.forEach((format, index) => {
    host.exportFormat({
      ...format,
      write: async (way) => exportedFile.parse(await invoked({ name: 'write', index, input: way })),
    })
  })
}
