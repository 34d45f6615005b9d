/** ours: public pages and feeds of a user's stars, of a label, or of a query. */
import { z } from 'zod'
import type { Call } from './call.ts'
import { MAX_LABEL_NAME } from './label-names.ts'
import { done, envelope, isoTime } from './shapes.ts'

/** Public pages of one user. */
export const MAX_PUBLICATIONS = 50

const publication = z.object({
  id: z.string(),
  kind: z.enum(['stars', 'label', 'query']),
  /** The label, or the query; null for stars. */
  name: z.string().nullable(),
  title: z.string(),
  /** Highlights and notes are on it. */
  withNotes: z.boolean(),
  /** Entries of the user's inboxes are on it. */
  withInboxes: z.boolean(),
  /** Below the address of the server; its last part is random. Feeds are at `/feed.xml` and `/feed.json` below it. */
  path: z.string(),
  createdAt: isoTime,
})
export type Publication = z.infer<typeof publication>

const title = z.string().trim().min(1).max(200)
const id = z.string().max(64)

export const publicationsCalls = {
  'publications.list': { input: z.object({}), output: envelope(z.array(publication)) },
  'publications.create': {
    input: z.object({
      kind: z.enum(['stars', 'label', 'query']),
      name: z.string().max(Math.max(MAX_LABEL_NAME, 2000)).nullish(),
      title,
      withNotes: z.boolean(),
      withInboxes: z.boolean(),
    }),
    output: envelope(publication),
  },
  'publications.update': {
    input: z.object({
      id,
      title: title.optional(),
      withNotes: z.boolean().optional(),
      withInboxes: z.boolean().optional(),
    }),
    output: done,
  },
  /** A new address; the old one leads nowhere at once. */
  'publications.renew': { input: z.object({ id }), output: envelope(publication) },
  'publications.delete': { input: z.object({ id }), output: done },
} as const satisfies Record<string, Call>
