/**
 * ours: highlights in entries, and notes. A highlight is found in a text by its quotation (a TextQuoteSelector of the Web
 * Annotation data model), so that it outlives changes of the markup. A note belongs to a highlight or to the entry itself.
 */
import { z } from 'zod'
import type { Call } from './call.ts'
import { highlightColors, MAX_HIGHLIGHT_ID, MAX_NOTE, MAX_QUOTE, MAX_QUOTE_CONTEXT } from './limits.ts'
import { done, envelope, epochMs, isoTime } from './shapes.ts'

/** The quoted text, and the text before and after it. Spaces between words are compared as one. */
const textQuote = z.object({
  exact: z
    .string()
    .max(MAX_QUOTE)
    .refine((text) => text.trim() !== '', { error: 'A highlight needs a text.' }),
  prefix: z.string().max(MAX_QUOTE_CONTEXT),
  suffix: z.string().max(MAX_QUOTE_CONTEXT),
})
export type TextQuote = z.infer<typeof textQuote>

/** Where the text was when it was quoted, in UTF-16 code units of the entry's text: a hint among equal quotations. */
const textPosition = z.object({ start: z.number().int().min(0), end: z.number().int().min(0) })
export type TextPosition = z.infer<typeof textPosition>

const highlightColor = z.enum(highlightColors)
const id = z
  .string()
  .min(1)
  .max(MAX_HIGHLIGHT_ID)
  .regex(/^[\w-]+$/, { error: 'An id consists of letters, digits, hyphens and underscores.' })
const note = z
  .string()
  .max(MAX_NOTE)
  .transform((text) => text.trim() || null)
  .nullable()

export const highlight = z.object({
  id: z.string(),
  entryId: z.string(),
  /** null: a note on the entry itself. */
  quote: textQuote.nullable(),
  position: textPosition.nullable(),
  color: highlightColor,
  note: z.string().nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
  /** The entry that it is in, for lists of all highlights. */
  entry: z.object({
    title: z.string().nullable(),
    url: z.string().nullable(),
    author: z.string().nullable(),
    publishedAt: isoTime,
    feedId: z.string(),
    feedTitle: z.string().nullable(),
  }),
})
export type Highlight = z.infer<typeof highlight>

export const highlightsCalls = {
  /**
   * The newest first. `q`: words that occur in the quotation, the note or the entry's title. `changedSince`: those that
   * were created or changed at that time or later, and `deleted`, the ids of those that were deleted.
   */
  'highlights.list': {
    input: z.object({
      entryId: z.string().optional(),
      q: z.string().max(1000).optional(),
      changedSince: epochMs.optional(),
      limit: z.coerce.number().int().min(1).max(500).optional(),
      cursor: z.string().max(200).optional(),
    }),
    output: envelope(z.array(highlight)).extend({
      cursor: z.string().optional(),
      deleted: z.array(z.string()).optional(),
    }),
  },
  /** Needs a quotation or a note. With the id of an existing highlight it changes nothing. */
  'highlights.create': {
    broadcast: 'input',
    input: z.object({
      id: id.optional(),
      entryId: z.string(),
      quote: textQuote.nullable().optional(),
      position: textPosition.nullable().optional(),
      color: highlightColor.optional(),
      note: note.optional(),
      /** When the device created it; never later than now. */
      createdAt: isoTime.optional(),
    }),
    output: envelope(highlight),
  },
  /** Absent fields are unchanged. `note: null` removes the note of a highlight. */
  'highlights.update': {
    broadcast: 'input',
    input: z.object({ id, color: highlightColor.optional(), note: note.optional() }),
    output: envelope(highlight),
  },
  'highlights.delete': { broadcast: 'input', input: z.object({ id }), output: done },
  /** Undoes a deletion, for thirty days. */
  'highlights.restore': { broadcast: 'input', input: z.object({ id }), output: envelope(highlight) },
} as const satisfies Record<string, Call>
