/** The lines of an account file. Feeds, lists and inboxes are named by keys of the file, never by ids of a server. */
import { z } from 'zod'
import { rule } from '../../contract/actions.ts'
import { labelColors, MAX_LABEL_NAME } from '../../contract/label-names.ts'
import {
  highlightColors,
  MAX_HIGHLIGHT_ID,
  MAX_NOTE,
  MAX_QUEUED,
  MAX_QUOTE,
  MAX_QUOTE_CONTEXT,
} from '../../contract/limits.ts'
import { feedRequest } from '../../contract/feed-requests.ts'
import { queuedTrack } from '../../contract/queue.ts'
import { ownRetentionRule } from '../../contract/retention.ts'
import { attachment, extra, media, socialLink, webAddress } from '../../contract/shapes.ts'
import { LONGEST_PICTURE } from '../accounts/picture.ts'

export const VERSION = 1

/** The first line. A newer version is refused by its number, so nothing else of it is read. */
export const header = z.object({ lectern: z.literal('account'), version: z.number().int() })

/** The time of a mark, ms since 1970. */
const time = z.number().int().min(0).max(8_640_000_000_000_000)
const text = (most: number) => z.string().max(most).nullable()
const field = text(100_000)
const name = text(1000)
/** The address of a feed, after `own:` where the server requests it for this user alone. */
const feedKey = z.string().min(1).max(2100)
const view = z.number().int().min(0).max(5)
const guid = z.string().min(1).max(2000)
const values = z.record(z.string().max(2200), z.unknown())
const pluginId = z.string().regex(/^[a-z][a-z\d-]{0,63}$/)

const placement = {
  category: name,
  title: name,
  isPrivate: z.boolean(),
  hideFromTimeline: z.boolean(),
  createdAt: time,
}

const feedRecord = z.object({
  type: z.literal('feed'),
  feed: feedKey,
  title: text(2000),
  siteUrl: text(2000),
  /** null: not followed, but in a list or with a mark. */
  subscription: z.object({ view, ...placement }).nullable(),
  request: z
    .object({
      // Checked as those that a user enters; one that does not pass is left out.
      userAgent: feedRequest.shape.userAgent.catch(null),
      proxy: feedRequest.shape.proxy.catch(null),
      username: feedRequest.shape.username.catch(null),
      allowsInsecure: z.boolean(),
      ignoresEdits: z.boolean(),
      usesFetcher: z.boolean(),
      /** A password or a cookie is not in the file. */
      hasSecrets: z.boolean(),
    })
    .nullable(),
})

const listRecord = z.object({
  type: z.literal('list'),
  /** Its place among the user's lists. */
  list: z.number().int().min(0).max(1000),
  title: z.string().max(500),
  description: text(5000),
  image: text(2000),
  view,
  fee: z.number().int().min(0),
  createdAt: time,
  feeds: z.array(feedKey).max(5000),
  subscription: z.object(placement).nullable(),
})

const followedListRecord = z.object({
  type: z.literal('followedList'),
  /** On the exporting server. */
  id: z.string().max(64),
  listTitle: z.string().max(500),
  view,
  ...placement,
})

const inboxRecord = z.object({
  type: z.literal('inbox'),
  /** null: the inbox of saved pages. */
  inbox: z.string().min(1).max(100).nullable(),
  title: name,
  createdAt: time,
})

const highlightRecord = z.object({
  id: z
    .string()
    .max(MAX_HIGHLIGHT_ID)
    .regex(/^[\w-]+$/),
  exact: text(MAX_QUOTE),
  prefix: z.string().max(MAX_QUOTE_CONTEXT),
  suffix: z.string().max(MAX_QUOTE_CONTEXT),
  startOffset: z.number().int().min(0).nullable(),
  endOffset: z.number().int().min(0).nullable(),
  color: z.enum(highlightColors),
  note: text(MAX_NOTE),
  createdAt: time,
})

const entryRecord = z.object({
  type: z.literal('entry'),
  /** What it is in: a feed, or an inbox (null: that of saved pages). */
  in: z.union([z.object({ feed: feedKey }), z.object({ inbox: z.string().max(100).nullable() })]),
  guid,
  publishedAt: time,
  // Feeds have few bounds; that of a line holds for all of these.
  title: field,
  url: field,
  content: text(10_000_000),
  description: field,
  author: field,
  authorUrl: field,
  authorAvatar: field,
  language: field,
  categories: z.array(z.string()).max(1000),
  media: z.array(media).max(1000),
  attachments: z.array(attachment).max(1000),
  extra: extra.nullable(),
  readAt: time.nullable(),
  star: z.object({ view, createdAt: time }).nullable(),
  labels: z.array(z.object({ name: z.string().min(1).max(MAX_LABEL_NAME), createdAt: time })).max(1000),
  highlights: z.array(highlightRecord).max(20_000),
  position: z.object({ seconds: z.number().min(0).max(10_000_000), at: time }).nullable(),
  saves: z.array(z.object({ plugin: pluginId, url: text(2000), at: time })).max(100),
  /** Tracks of it in the player's queue; a file of an older Lectern has none. */
  queued: z
    .array(queuedTrack.omit({ entryId: true, feedId: true, removed: true }))
    .max(MAX_QUEUED)
    .default([]),
})

/** The most marks of one line. */
export const MARKS_MAX = 500
/** Marks of entries of a feed that are not kept. */
const marksRecord = z.object({
  type: z.literal('marks'),
  feed: feedKey,
  marks: z
    .array(
      z.object({
        guid,
        readAt: time.nullable(),
        position: z.object({ seconds: z.number().min(0).max(10_000_000), at: time }).nullable(),
      }),
    )
    .max(MARKS_MAX),
})

/** Characters of a picture in Base64: four of three bytes. */
const PICTURE_MAX = Math.ceil(LONGEST_PICTURE / 3) * 4

/** The most records of a plugin's tables. */
const PLUGIN_RECORDS_MAX = 10_000

export const record = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('profile'),
    bio: text(256),
    website: webAddress.max(64).nullable(),
    socialLinks: z.record(z.string().max(64), socialLink).nullable(),
    /** The uploaded picture, in Base64; a file of an older Lectern has none. */
    picture: z.base64().max(PICTURE_MAX).nullable().default(null),
  }),
  z.object({
    type: z.literal('label'),
    name: z.string().min(1).max(MAX_LABEL_NAME),
    color: z.enum(labelColors).nullable(),
  }),
  z.object({ type: z.literal('rule'), rule }),
  z.object({ type: z.literal('retention'), rule: ownRetentionRule }),
  feedRecord,
  listRecord,
  followedListRecord,
  inboxRecord,
  z.object({ type: z.literal('settings'), tab: z.enum(['general', 'appearance']), values }),
  z.object({
    type: z.literal('plugin'),
    plugin: pluginId,
    /** It is not one of Lectern's own. */
    isInstalled: z.boolean(),
    settings: values,
    values: z.record(z.string().min(1).max(100), z.string().max(32_000)),
    /** Records of its tables, which it checks itself; a file of an older Lectern has none. */
    data: z.array(z.unknown()).max(PLUGIN_RECORDS_MAX).default([]),
  }),
  entryRecord,
  marksRecord,
  /** The last line of a server: the number of lines before it, without the header. */
  z.object({ type: z.literal('end'), records: z.number().int() }),
  /** May follow the end: what a browser has of its own. */
  z.object({ type: z.literal('browser'), values }),
])
export type AccountRecord = z.output<typeof record>
export type RecordOf<T extends AccountRecord['type']> = Extract<AccountRecord, { type: T }>

/** The types that an import holds in memory, with how many of them a file may have. The others are read one by one. */
export const COLLECTED_MAX: Readonly<Partial<Record<AccountRecord['type'], number>>> = {
  profile: 1,
  label: 2000,
  rule: 200,
  retention: 500,
  feed: 10_000,
  list: 200,
  followedList: 1000,
  inbox: 200,
  settings: 2,
  plugin: 300,
  browser: 1,
}

/** Of a feed that the server requests for one user. */
export const OWN = 'own:'
