/** Import and export formats of a plugin. */
import { attach, createEffect, sample, type Effect } from 'effector'
import type { Api } from '../../../api/index.ts'
import {
  FormatProblem,
  type ExportFormat,
  type ImportFormat,
  type UnreadLine,
} from '../../../features/feature.ts'
import { $services } from '../../../model/services.ts'
import type {
  ExportedFile,
  FeedExports,
  PluginExportFormat,
  PluginImportedFile,
  PluginImportFormat,
} from '../../../plugin-api/client.ts'
import { PluginRefusal, type Manifest } from '../../../plugin-api/manifest.ts'
import { notificationOf, sentenceOf } from './plugin-message.ts'
import { rejectAsRefusal } from '../capabilities/reject-as-refusal.ts'

/** Bytes of a file: unless its format says more, and at most. */
const MAX_BYTES = 500_000
const MOST_BYTES = 100_000_000

export type FormatParts = {
  readonly manifest: Manifest
  /** The plugin threw something other than a PluginRefusal. */
  readonly broke: (error: unknown) => void
}

export function importFormatOf(
  { id, hint, extensions, mediaTypes, maxBytes = MAX_BYTES, matches, read }: PluginImportFormat,
  { manifest, broke }: FormatParts,
): ImportFormat {
  return {
    id: `${manifest.id}/${id}`,
    hintKey: `${manifest.id}:${hint}`,
    extensions,
    mediaTypes,
    maxBytes: Math.min(maxBytes, MOST_BYTES),
    async matches(text) {
      try {
        return await matches(text)
      } catch (error) {
        broke(error)
        return false
      }
    },
    read: async (file) => {
      try {
        const content = await read(file)
        return content instanceof Uint8Array
          ? { opml: content, entries: [], unread: [] }
          : { ...content, unread: content.unread.map((line) => readableLine(line, manifest)) }
      } catch (error) {
        throw problemOf(error, { manifest, broke })
      }
    },
  }
}

const readableLine = (
  { title, reason }: PluginImportedFile['unread'][number],
  manifest: Manifest,
): UnreadLine => ({ title, reason: sentenceOf(notificationOf(manifest, { key: reason })) })

/** @returns the format, and the effect for the plugin's own commands, which fails with what the plugin throws */
export function exportFormatOf(
  { id, title, hint, ways, write }: PluginExportFormat,
  { manifest, broke }: FormatParts,
): { readonly format: ExportFormat; readonly writeFx: Effect<string, ExportedFile> } {
  const writeFx = createEffect<string, ExportedFile>((way) => write(way))
  const downloadFx = createEffect<string, ExportedFile>((way) =>
    write(way).catch((error: unknown) => {
      throw problemOf(error, { manifest, broke })
    }),
  )
  const saveFx = attach({
    source: $services,
    effect: ({ platform }, { name, text }: ExportedFile) => platform.download(name, text),
  })
  sample({ clock: [writeFx.doneData, downloadFx.doneData], target: saveFx })
  return {
    writeFx,
    format: {
      id: `${manifest.id}/${id}`,
      titleKey: `${manifest.id}:${title}`,
      ...(hint !== undefined && { hintKey: `${manifest.id}:${hint}` }),
      ways: ways.map((way) => ({ value: way.value, titleKey: `${manifest.id}:${way.title}` })),
      downloadFx,
    },
  }
}

export const createFeedExports = ({ subscriptions }: Pick<Api, 'subscriptions'>): FeedExports => ({
  asOpml: (folderMode, { settings } = { settings: true }) =>
    rejectAsRefusal(subscriptions.export({ folderMode, settings })),
})

/** A refusal as a sentence; every other error stops the plugin. */
function problemOf(error: unknown, { manifest, broke }: FormatParts): unknown {
  if (!(error instanceof PluginRefusal)) {
    broke(error)
    return error
  }
  return new FormatProblem(sentenceOf(notificationOf(manifest, error.text)))
}
