import { PluginRefusal } from '../../src/plugin-api/manifest.ts'
import type { PluginImportedFile } from '../../src/plugin-api/formats.ts'
import { defineClient } from '../../src/plugin-api/client.ts'
import {
  isReaderExport,
  encodingOf,
  feedsOpml,
  readExport,
  ReaderExportError,
} from '../../src/plugin-api/reader-exports.ts'
import * as rows from './plugin.ts'

export default defineClient(({ command, importFormat }) => {
  const openImport = importFormat({
    ...rows.imported,
    matches: isReaderExport,
    read: async (file) => readFile(file),
  })
  command({ ...rows.command, run: () => void openImport() })
})

/** The file of another reader as the reader imports it. @throws PluginRefusal where it cannot be read at all */
export function readFile(file: Uint8Array): PluginImportedFile {
  try {
    const { feeds, entries, problems } = readExport(file, new TextDecoder(encodingOf(file)).decode(file))
    return {
      opml: feeds.length > 0 ? new TextEncoder().encode(feedsOpml(feeds)) : null,
      entries,
      unread: problems.map(({ line, title, problem }) => ({
        title: title ?? `#${line}`,
        reason: `line.${problem}`,
      })),
    }
  } catch (error) {
    if (!(error instanceof ReaderExportError)) throw error
    throw new PluginRefusal(`file.${error.problem}`)
  }
}
