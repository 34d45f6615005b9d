/** The shapes that many calls share, field by field as wire-contract 2 lists them. */
import { z } from 'zod'
import { MAX_LABEL_NAME } from './label-names.ts'
import { podcast } from './podcast.ts'
import { MAX_OPERAND } from './rule-conditions.ts'

/** A moment: ISO-8601 with milliseconds and Z. */
export const isoTime = z.iso.datetime({ offset: true })
/** A number of milliseconds since 1970. */
export const epochMs = z.coerce.number().int()
export const text = z.string().nullable()

/** An address that a user enters: of the web, never one that a browser would run or read from its own machine. */
export const webAddress = z.url({ protocol: /^https?$/, error: 'This has to be a web address.' })
/** A user's profile elsewhere: a web address, or a name there. A name has no colon, so it is never an address. */
export const socialLink = z
  .string()
  .max(256)
  .refine((link) => !link.includes(':') || webAddress.safeParse(link).success, {
    error: 'This has to be a web address or a name.',
  })
/** Forms send an empty text for "nothing". */
export const orNothing = <T extends z.ZodType<string>>(schema: T) =>
  z.union([z.literal('').transform(() => null), z.null(), schema], { error: (issue) => issue.message })

/** The view's number, also when it arrives as text in a query. */
export const view = z.coerce.number().int().min(0).max(5)

const publicUser = z.object({
  id: z.string(),
  name: text,
  image: text,
  handle: text,
  emailVerified: z.boolean().nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
  suspended: z.boolean().nullable(),
  deleted: z.boolean().nullable(),
})
export type PublicUser = z.infer<typeof publicUser>

export const profileUser = publicUser.extend({
  twoFactorEnabled: z.boolean().nullable(),
  isAnonymous: z.boolean().nullable(),
  bio: text,
  website: text,
  socialLinks: z.record(z.string(), z.string()).nullable(),
})
export type ProfileUser = z.infer<typeof profileUser>

export const feed = z.object({
  type: z.literal('feed'),
  /** Absent only for a feed that the server fetched but nobody follows yet. */
  id: z.string().optional(),
  url: z.string(),
  title: text.optional(),
  description: text.optional(),
  image: text.optional(),
  siteUrl: text.optional(),
  errorMessage: text.optional(),
  errorAt: isoTime.nullable().optional(),
  ownerUserId: text.optional(),
  owner: publicUser.nullable().optional(),
  tipUsers: z.array(publicUser).nullable().optional(),
  /** ours: whether it publishes seldom (query/rare.ts); among one's own subscriptions only. */
  rare: z.boolean().optional(),
})
export type Feed = z.infer<typeof feed>

export const list = z.object({
  type: z.literal('list'),
  id: z.string(),
  title: text.optional(),
  description: text.optional(),
  image: text.optional(),
  view,
  feedIds: z.array(z.string()),
  fee: z.number(),
  feeds: z.array(feed).optional(),
  ownerUserId: text.optional(),
  owner: publicUser.nullable().optional(),
  createdAt: isoTime.nullable(),
  updatedAt: isoTime.nullable(),
})
export type List = z.infer<typeof list>

export const inbox = z.object({
  type: z.literal('inbox'),
  id: z.string(),
  secret: z.string(),
  title: text.optional(),
  description: text.optional(),
  image: text.optional(),
  ownerUserId: text.optional(),
  owner: publicUser.nullable().optional(),
})
export type Inbox = z.infer<typeof inbox>

export const media = z.object({
  type: z.enum(['photo', 'video']),
  url: z.string(),
  width: z.number().optional(),
  height: z.number().optional(),
  preview_image_url: z.string().optional(),
  blurhash: z.string().optional(),
  /** ours: a description of the picture. */
  alt: z.string().optional(),
})
export type Media = z.infer<typeof media>

export const attachment = z.object({
  url: z.string(),
  title: z.string().optional(),
  mime_type: z.string().optional(),
  duration_in_seconds: z.union([z.number(), z.string()]).optional(),
  size_in_bytes: z.number().optional(),
})
export type Attachment = z.infer<typeof attachment>

export const extra = z.object({
  links: z
    .array(
      z.object({
        type: z.string(),
        url: z.string(),
        content_html: z.string().optional(),
        /** ours: how many comments are there. */
        count: z.number().optional(),
      }),
    )
    .nullable()
    .optional(),
  /** ours: what the feed says of an episode. */
  podcast: podcast.optional(),
})
export type Extra = z.infer<typeof extra>

/** An entry of a feed document; not yet stored, so without id and time of arrival. */
export const entryDraft = z.object({
  guid: z.string(),
  title: text,
  url: text,
  description: text,
  author: text,
  authorUrl: text,
  authorAvatar: text,
  language: text,
  categories: z.array(z.string()).nullable(),
  publishedAt: isoTime,
  media: z.array(media).nullable().optional(),
  attachments: z.array(attachment).nullable().optional(),
  extra: extra.nullable().optional(),
})
export const entryCore = entryDraft.extend({ id: z.string(), insertedAt: isoTime })
export type EntryCore = z.infer<typeof entryCore>
export const entryWithContent = entryCore.extend({ content: text })
export type EntryWithContent = z.infer<typeof entryWithContent>

export const actionResult = z.object({
  disabled: z.boolean().optional(),
  summary: z.boolean().optional(),
  readability: z.boolean().optional(),
  sourceContent: z.boolean().optional(),
  silence: z.boolean().optional(),
  block: z.boolean().optional(),
  star: z.boolean().optional(),
  /** ours: names of labels that it gets. */
  labels: z.array(z.string().max(MAX_LABEL_NAME)).max(20).optional(),
  newEntryNotification: z.boolean().optional(),
  translation: z.union([z.boolean(), z.enum(['en', 'ja', 'zh-CN', 'zh-TW'])]).optional(),
  rewriteRules: z.array(z.object({ from: z.string(), to: z.string() })).optional(),
  webhooks: z.array(z.string()).optional(),
  /** ours: ids of the plugins that save it to their services. */
  saves: z.array(z.string().max(64)).max(20).optional(),
  /** ours: actions of plugins, as `PLUGIN:NAME`, or `PLUGIN:NAME=VALUE` of one for which something is entered. */
  pluginActions: z
    .array(z.string().max(106 + MAX_OPERAND))
    .max(20)
    .optional(),
})
export type ActionResult = z.infer<typeof actionResult>

export const analytics = z.object({
  feedId: z.string(),
  view: view.nullable(),
  updatesPerWeek: z.number().nullable(),
  subscriptionCount: z.number().nullable(),
  latestEntryPublishedAt: isoTime.nullable(),
})
export type Analytics = z.infer<typeof analytics>

/** A stored feed, as in the response to a new subscription. */
export const rawFeed = z.object({
  id: z.string(),
  url: z.string(),
  title: text,
  description: text,
  siteUrl: text,
  image: text,
  errorMessage: text,
  ownerUserId: text,
  language: text,
  migrateTo: text,
  rsshubRoute: text,
  rsshubNamespace: text,
  lastModifiedHeader: text,
  etagHeader: text,
  checkedAt: isoTime,
  errorAt: isoTime.nullable(),
  ttl: z.number().nullable(),
  nsfw: z.boolean().nullable(),
})
export type RawFeed = z.infer<typeof rawFeed>

export const rawList = z.object({
  id: z.string(),
  title: z.string(),
  ownerUserId: z.string(),
  view,
  fee: z.number(),
  feedIds: z.array(z.string()),
  description: text,
  image: text,
  language: text,
  createdAt: isoTime.nullable(),
  updatedAt: isoTime.nullable(),
})
export type RawList = z.infer<typeof rawList>

/** A repeated query key arrives as text when it occurs once. */
export const repeated = z.preprocess(
  (value) => (typeof value === 'string' ? [value] : value),
  z.array(z.string()),
)
/** A boolean, also as the words true and false of a query. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')])
/** The response of a write that returns nothing. */
export const done = z.object({ code: z.literal(0) })
/** The usual envelope: the payload under `data`. */
export const envelope = <T extends z.ZodType>(data: T) => z.object({ code: z.literal(0), data })
