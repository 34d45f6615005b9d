import { z } from 'zod'
import { attachment, done, entryWithContent, envelope, extra, inbox, isoTime, media } from './shapes.ts'
import { timelineInput, timelineItem } from './entries.ts'
import type { Call } from './call.ts'

/** The part before the @ of an inbox's address. */
export const handle = z
  .string()
  .trim()
  .regex(/^[a-z\d](?:[a-z\d]|[._-](?=[a-z\d])){1,62}$/i, {
    error: '2 to 63 letters and digits, with dots, hyphens and underscores between them',
  })
const title = z.string().max(200).nullish()
const named = z.string().trim().min(1).max(100)
const text = (most: number) => z.string().max(most).nullish()

/** A row of an inbox's timeline. */
const inboxItem = timelineItem.extend({
  entries: timelineItem.shape.entries.extend({ inboxHandle: z.string(), read: z.boolean().nullable() }),
  feeds: inbox,
})
export type InboxItem = z.infer<typeof inboxItem>

/** An entry that a program adds to an inbox. An existing guid updates its entry. */
const inboxEntry = z.object({
  guid: z.string().min(1).max(2000),
  publishedAt: isoTime,
  title: text(2000),
  content: text(2_000_000),
  description: text(10_000),
  url: text(2000),
  author: text(500),
  authorUrl: text(2000),
  authorAvatar: text(2000),
  language: text(100),
  media: z.array(media).max(100).nullish(),
  categories: z.array(z.string().max(200)).max(100).nullish(),
  attachments: z.array(attachment).max(100).nullish(),
  extra: extra.nullish(),
  read: z.boolean().nullish(),
})
export type InboxEntry = z.infer<typeof inboxEntry>

export const inboxesCalls = {
  'inboxes.get': { input: z.object({ handle: named }), output: envelope(inbox) },
  'inboxes.list': { input: z.object({}), output: envelope(z.array(inbox)) },
  'inboxes.create': { input: z.object({ handle, title }), output: done },
  'inboxes.update': { input: z.object({ handle: named, title }), output: done },
  'inboxes.delete': { input: z.object({ handle: named }), output: done },
  /**
   * Saves a web page as an entry of the inbox `pages-USERID`, which the first page creates. A page that cannot be read is
   * saved as a link, with the reason. An existing page is read again.
   */
  'inboxes.savePage': {
    input: z.object({
      /** Of the page; http or https. */
      url: z
        .url({ protocol: /^https?$/, error: 'an address that begins with http:// or https://' })
        .max(2000),
      /** Shown where the page has none. */
      title: text(500),
      /** Of the inbox, where the page is its first. */
      inboxTitle: title,
    }),
    output: envelope(
      z.object({
        handle: z.string(),
        title: z.string(),
        /** Why the page was saved as a link alone; null when its text was saved. */
        problem: z.string().nullable(),
      }),
    ),
  },
  /** Without a session: the headers X-Follow-Handle and X-Follow-Secret name the inbox and give access. */
  'inboxes.webhook': { input: inboxEntry, output: done, open: true },
  /**
   * From a mail gateway, which sends MAIL_GATEWAY_SECRET as `Authorization: Bearer`; from the inbox's owner; or from a
   * program with X-Follow-Secret.
   */
  'inboxes.email': {
    input: z.object({
      from: z.object({ name: text(500), address: text(500) }).nullish(),
      to: z.object({ address: z.string().min(1).max(500) }),
      messageId: z.string().min(1).max(2000),
      subject: text(2000),
      date: z.union([z.string().max(200), z.number()]),
      html: text(2_000_000),
    }),
    output: done,
    open: true,
  },
  'entries.inboxList': {
    broadcast: false,
    input: timelineInput
      .pick({
        view: true,
        read: true,
        limit: true,
        publishedAfter: true,
        publishedBefore: true,
        isCollection: true,
      })
      .extend({ inboxId: z.string() }),
    output: z.object({
      code: z.literal(0),
      /** How many more follow this page. */
      remaining: z.number(),
      total: z.number().optional(),
      data: z.array(inboxItem).optional(),
    }),
  },
  'entries.inboxGet': {
    input: z.object({ id: z.string() }),
    output: envelope(
      z
        .object({
          entries: entryWithContent.extend({ inboxHandle: z.string(), read: z.boolean().nullable() }),
          feeds: inbox,
        })
        .optional(),
    ),
  },
  'entries.inboxDelete': { input: z.object({ entryId: z.string() }), output: done },
} as const satisfies Record<string, Call>
