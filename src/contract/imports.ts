/** ours: entries that a user brings from another reader, with their stars, read marks, labels and highlights. */
import { z } from 'zod'
import type { Call } from './call.ts'
import { MAX_NOTE, MAX_QUOTE } from './limits.ts'
import { labelName } from './labels.ts'
import {
  marksOf,
  MAX_IMPORTED_ENTRIES,
  MAX_IMPORTED_HIGHLIGHTS,
  MAX_IMPORTED_LABELS,
  MAX_IMPORTED_MARKS,
} from './reader-exports/import-batches.ts'
import { envelope, isoTime } from './shapes.ts'

const text = (most: number) => z.string().max(most).nullable()

/** An entry as another reader exports it. null: the export does not say, and it is left as it is. */
export const importedEntry = z.object({
  /** Of the page. An entry without address and guid is known by its title. */
  url: text(2000),
  guid: text(2000),
  title: text(2000),
  content: text(900_000),
  author: text(500),
  publishedAt: isoTime.nullable(),
  /** Address of the feed that it came from. */
  feedUrl: text(2000),
  starred: z.boolean().nullable(),
  read: z.boolean().nullable(),
  labels: z.array(labelName).max(MAX_IMPORTED_LABELS),
  highlights: z
    .array(
      z.object({
        text: z.string().max(MAX_QUOTE),
        note: z.string().max(MAX_NOTE).nullable(),
        createdAt: isoTime.nullable(),
      }),
    )
    .max(MAX_IMPORTED_HIGHLIGHTS),
})
export type ImportedEntry = z.input<typeof importedEntry>

/**
 * Result for an entry. matched: a feed has it, and it got its marks. saved: no feed has it, it is now in the inbox of
 * pages. present: it existed with all its marks. failed: see the reason.
 */
const entryOutcome = z.object({
  outcome: z.enum(['matched', 'saved', 'present', 'failed']),
  /** In words, where it failed. */
  reason: z.string().nullable(),
})
export type EntryOutcome = z.infer<typeof entryOutcome>

export const importsCalls = {
  /**
   * Finds each entry by its guid or address in the feeds that the user follows and in the inbox of pages; an entry in neither
   * is saved there with its text, so that nothing is lost. Marks are added, none is removed. No rule runs.
   */
  'imports.entries': {
    input: z.object({
      entries: z
        .array(importedEntry)
        .min(1)
        .max(MAX_IMPORTED_ENTRIES)
        .refine((entries) => entries.reduce((sum, entry) => sum + marksOf(entry), 0) <= MAX_IMPORTED_MARKS, {
          error: `At most ${MAX_IMPORTED_MARKS} labels and highlights at once.`,
        }),
      /** Of the inbox of pages, where an entry is its first. */
      inboxTitle: z.string().max(200).optional(),
    }),
    /** In the order of the entries. */
    output: envelope(z.array(entryOutcome)),
  },
} as const satisfies Record<string, Call>
