import { z } from 'zod'
import type { Call } from './call.ts'
import { envelope, webAddress } from './shapes.ts'

const selectors = z.object({
  item: z.string(),
  title: z.string(),
  link: z.string(),
  date: z.string(),
  summary: z.string(),
})

/** A group of repeated elements of a page, which may be the entries of a feed. */
const pageCandidate = z.object({
  selectors,
  /** How many elements match. */
  count: z.number(),
  /** The titles of the first ones. */
  samples: z.array(z.string()),
})
export type PageCandidate = z.infer<typeof pageCandidate>

/** A part of a page whose changes may be followed. */
const pagePart = z.object({
  selector: z.string(),
  /** The beginning of its text. */
  sample: z.string(),
  /** Characters of its text. */
  length: z.number(),
})
export type PagePart = z.infer<typeof pagePart>

export const pageFeedsCalls = {
  /** Fetches a page on which the user selects entries. Nothing is stored. */
  'pageFeeds.inspect': {
    broadcast: false,
    input: z.object({ url: webAddress.max(2048), usesFetcher: z.boolean().optional() }),
    output: envelope(
      z.object({
        /** Of the page; the new one where it has moved permanently. */
        url: z.string(),
        title: z.string().nullable(),
        /**
         * The structure of the page: elements without attributes, apart from `data-candidates`, which has the numbers of
         * the candidates that an element belongs to, `data-parts`, which has its number among the parts, and text.
         */
        outline: z.string(),
        /** Best first. */
        candidates: z.array(pageCandidate),
        /** In the order of the page. */
        parts: z.array(pagePart),
      }),
    ),
  },
} as const satisfies Record<string, Call>
