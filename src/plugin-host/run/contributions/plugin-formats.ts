/** Import and export formats of a plugin. */
import { attach, createEffect, sample, type Effect } from 'effector'
import { z } from 'zod'
import type { Api } from '../../../api/index.ts'
import { importedEntry } from '../../../contract/imports.ts'
import {
  FormatProblem,
  type ExportFormat,
  type ImportFormat,
  type UnreadLine,
} from '../../../features/feature.ts'
import { dialogOpened } from '../../../model/layout/index.ts'
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
import { key, partId } from '../../sandbox/schemas.ts'
import { rejectAsRefusal } from '../capabilities/reject-as-refusal.ts'
import type { ExportFormatRow, ImportFormatRow } from '../../../plugin-api/contributes.ts'
import { required } from './declaration.ts'
import type { Contributor, Kind } from './kind.ts'

/** Bytes of a file: unless its format says more, and at most. */
const MAX_BYTES = 500_000
const MOST_BYTES = 100_000_000

/** Time that one function of a format has in a sandbox. */
const LIMIT_MS = 10_000
/** Bytes of an OPML document. */
const MAX_OPML = 525_000

const opml = z.instanceof(Uint8Array).refine(({ length }) => length <= MAX_OPML)
const importedFile = z.object({
  opml: opml.nullable(),
  entries: z.array(importedEntry).max(100_000),
  unread: z.array(z.object({ title: z.string().max(2000), reason: z.string().max(200) })).max(100_000),
})

export const importFormat: Kind<PluginImportFormat> = {
  add: (format, contributor) => ({
    importFormats: [importFormatOf(format, contributor)],
    returns: dialogOpened.prepend<void>(() => ({ id: 'import-report' })),
  }),
  declared: (row: ImportFormatRow, declaration) => ({
    ...row,
    matches: async (text) => (await declaration.use((input) => input.matches(text))) ?? false,
    read: async (file) => required(await declaration.use((input) => input.read(file))),
  }),
  sandboxed: {
    data: z.object({
      id: partId,
      hint: key,
      extensions: z
        .array(z.string().regex(/^\.[a-z0-9.]{1,20}$/))
        .min(1)
        .max(10),
      mediaTypes: z.array(z.string().max(100)).max(10),
      maxBytes: z.number().int().min(1).max(MOST_BYTES).optional(),
    }),
    most: 5,
    functions: {
      matches: { output: z.boolean(), limitMs: LIMIT_MS },
      read: {
        output: z.union([opml, importedFile]),
        limitMs: LIMIT_MS,
        outputFor: (content: Uint8Array | z.infer<typeof importedFile>, [file]: [Uint8Array], { reach }) => {
          if (content instanceof Uint8Array) return content
          // Their pictures are loaded when they are read.
          const original = new TextDecoder().decode(file)
          const entries = content.entries.map((entry) => ({
            ...entry,
            content: entry.content && reach.html(entry.content, original),
          }))
          return { ...content, entries }
        },
      },
    },
  },
}

export const exportFormat: Kind<PluginExportFormat> = {
  add: (given, contributor) => {
    const { format, writeFx } = exportFormatOf(given, contributor)
    return { exportFormats: [format], returns: writeFx }
  },
  declared: (row: ExportFormatRow, declaration) => ({
    ...row,
    write: async (way) => required(await declaration.use((input) => input.write(way))),
  }),
  sandboxed: {
    data: z.object({
      id: partId,
      title: key,
      hint: key.optional(),
      ways: z.array(z.object({ value: key, title: key })).max(10),
    }),
    most: 5,
    functions: {
      write: {
        output: z.object({ name: z.string().min(1).max(200), text: z.string().max(5_000_000) }),
        limitMs: LIMIT_MS,
      },
    },
  },
}

type FormatParts = Pick<Contributor, 'manifest' | 'broke'>

function importFormatOf(
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
function exportFormatOf(
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
