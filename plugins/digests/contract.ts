import { defineCalls, z } from '../../src/plugin-api/manifest.ts'

/** Of one user. */
export const MAX_DIGESTS = 20
/** Entries of one digest. */
export const MAX_ENTRIES = 100

const schedule = {
  frequency: z.enum(['daily', 'weekly']),
  /** 0 is Sunday; of a weekly digest. */
  weekday: z.number().int().min(0).max(6),
  hour: z.number().int().min(0).max(23),
  /** IANA, such as Europe/Paris. */
  timeZone: z.string().max(60),
}
export type Schedule = z.infer<z.ZodObject<typeof schedule>>

/** What the user enters. */
export const digestInput = z.object({
  name: z.string().trim().min(1).max(80),
  /** Of the query language; empty: every entry. */
  query: z.string().trim(),
  ...schedule,
  /** How many entries at most. */
  entries: z.number().int().min(1).max(MAX_ENTRIES),
  byMail: z.boolean(),
  /** The e-mail has the entries as a book, where it is small enough. */
  withEpub: z.boolean(),
})
export type DigestInput = z.infer<typeof digestInput>

/** A digest in the file of an account: as it was entered, with nothing of what this server has sent. */
export const digestRecord = digestInput.extend({
  query: z.string().trim().max(2000),
  /** ms since 1970 */
  createdAt: z.number().int().min(0).max(8_640_000_000_000_000),
})
export type DigestRecord = z.infer<typeof digestRecord>

const message = z.object({
  key: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  reason: z.string().optional(),
})

const digest = digestInput.extend({
  id: z.string(),
  /** Its podcast feed has an address. */
  hasPodcast: z.boolean(),
  /** ms since 1970; null: it is not sent by itself. */
  nextAt: z.number().nullable(),
  /** When it was last sent, ms since 1970, with so many entries; null: never. */
  lastAt: z.number().nullable(),
  lastCount: z.number(),
  /** Why it was not sent the last time; null where it was, or was empty. */
  problem: message.nullable(),
})
export type Digest = z.infer<typeof digest>

const one = z.object({ id: z.string() })

export const calls = defineCalls({
  list: { input: z.object({}), output: z.object({ digests: z.array(digest) }) },
  /** Makes a digest, or with an id changes it. */
  put: { input: digestInput.extend({ id: z.string().optional() }), output: digest },
  remove: { input: one, output: z.object({}) },
  /** What the next digest has, or where there is nothing new what the last one had. */
  preview: {
    input: one,
    output: z.object({
      entries: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          feed: z.string(),
          /** ISO 8601 */
          publishedAt: z.string(),
        }),
      ),
      /** New entries beyond these, which are in no digest. */
      more: z.number(),
      /** They were sent already. */
      isLast: z.boolean(),
    }),
  },
  /** The entries of the preview as a book. */
  epub: { input: one, output: z.object({ name: z.string(), base64: z.base64() }) },
  /** Makes an address of its podcast feed: the former one, if any, is no longer served. The path on this server. */
  makePodcast: { input: one, output: z.object({ path: z.string() }) },
  removePodcast: { input: one, output: z.object({}) },
  /** Sends it now. */
  send: { input: one, output: z.object({ count: z.number() }) },
})
