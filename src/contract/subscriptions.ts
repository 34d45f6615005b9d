import { z } from 'zod'
import type { Call } from './call.ts'
import {
  done,
  envelope,
  feed,
  flag,
  inbox,
  isoTime,
  list,
  orNothing,
  profileUser,
  rawFeed,
  rawList,
  view,
  webAddress,
} from './shapes.ts'

const common = {
  feedId: z.string(),
  userId: z.string(),
  view,
  title: z.string().nullable(),
  isPrivate: z.boolean(),
  /** Left out of the timelines of its view; not every server sends it. */
  hideFromTimeline: z.boolean().optional(),
  createdAt: isoTime,
}
/** The three kinds of subscription, distinguished by which key is present. */
const feedSubscription = z.object({
  ...common,
  category: z.string().nullable(),
  feeds: feed,
  boost: z.object({ boosters: z.array(profileUser) }),
})
const listSubscription = z.object({
  ...common,
  listId: z.string(),
  lists: list,
  category: z.string().nullable().optional(),
})
const inboxSubscription = z.object({
  ...common,
  inboxId: z.string(),
  category: z.string().nullable(),
  inboxes: inbox,
})
const subscription = z.union([listSubscription, inboxSubscription, feedSubscription])
export type FeedSubscription = z.infer<typeof feedSubscription>
export type ListSubscription = z.infer<typeof listSubscription>
export type InboxSubscription = z.infer<typeof inboxSubscription>
export type Subscription = z.infer<typeof subscription>

/** One line of an import and its result. `reason` is a sentence, present where the line failed. */
export const importItem = z.object({
  id: z.string().optional(),
  url: z.string().optional(),
  title: z.string().nullable().optional(),
  reason: z.string().optional(),
})
export type ImportItem = z.infer<typeof importItem>

const importResult = z.object({
  successfulItems: z.array(importItem),
  conflictItems: z.array(importItem),
  parsedErrorItems: z.array(importItem),
})

const opmlItem = z.object({
  userId: z.string(),
  url: z.string(),
  title: z.string().nullable(),
  view,
  category: z.string().nullable(),
})

export const subscriptionsCalls = {
  /** One's own; or what another user follows openly, also without a session (wire-contract 21). */
  'subscriptions.list': {
    input: z.object({ view: view.optional(), userId: z.string().optional() }),
    output: envelope(z.array(subscription)),
    open: true,
  },
  'subscriptions.create': {
    broadcast: 'input',
    input: z.object({
      url: z.string().optional(),
      feedId: z.string().optional(),
      listId: z.string().optional(),
      view,
      category: z.string().nullish(),
      title: z.string().nullish(),
      isPrivate: z.boolean().optional(),
      TOTPCode: z.string().optional(),
      code: z.string().optional(),
    }),
    output: z.object({
      code: z.literal(0),
      feed: rawFeed.nullable(),
      list: rawList.nullable(),
      unread: z.record(z.string(), z.number()),
    }),
  },
  'subscriptions.update': {
    broadcast: 'input',
    input: z.object({
      feedId: z.string().optional(),
      listId: z.string().optional(),
      view,
      category: z.string().nullish(),
      title: z.string().nullish(),
      isPrivate: z.boolean().optional(),
      hideFromTimeline: z.boolean().nullish(),
    }),
    output: done,
  },
  'subscriptions.delete': {
    broadcast: 'input',
    input: z.object({
      feedIdList: z.array(z.string()).optional(),
      feedId: z.string().optional(),
      listId: z.string().optional(),
      url: z.string().optional(),
    }),
    output: done,
  },
  'subscriptions.batch': {
    broadcast: 'input',
    input: z.object({
      feedIds: z.array(z.string()),
      view,
      category: z.string().nullish(),
      title: z.string().nullish(),
      isPrivate: z.boolean().optional(),
    }),
    output: done,
  },
  /** multipart `file`, or the raw bytes as application/octet-stream. */
  'subscriptions.parseOpml': {
    broadcast: false,
    input: z.object({ file: z.custom<Uint8Array>() }),
    output: envelope(
      z.object({
        subscriptions: z.array(opmlItem),
        remaining: z.number(),
        /** ours: how many of each the file has besides feeds. */
        settings: z
          .object({
            rules: z.number(),
            /** Feeds that are requested by a proxy, or without a check of certificates. */
            routes: z.number().default(0),
            labels: z.number(),
            folders: z.number(),
            /** An admin's own rules of retention; 0 for users who cannot have any. */
            retention: z.number().default(0),
          })
          .optional(),
      }),
    ),
    body: 'file',
  },
  /**
   * multipart `file` and `items`: a JSON array of the chosen addresses; all of the file's when absent. `settings`: whether
   * its labels and settings of folders are added; those of the chosen feeds are in any case. `rules` and `routes`: whether
   * its rules are added, and its feeds requested by the proxies and without the checks of certificates that it names. A
   * file of another user may have both, so neither is added unless the user chooses it.
   */
  'subscriptions.import': {
    broadcast: 'input',
    input: z.object({
      file: z.custom<Uint8Array>(),
      items: z.string().optional(),
      settings: flag.optional(),
      rules: flag.optional(),
      routes: flag.optional(),
    }),
    output: envelope(
      importResult.extend({
        /** ours: what the import added besides feeds, and sentences about what it could not add. */
        restored: z
          .object({ rules: z.number(), labels: z.number(), problems: z.array(z.string()) })
          .optional(),
      }),
    ),
    body: 'file',
  },
  'subscriptions.importStatus': {
    input: z.object({}),
    output: envelope(
      importResult.extend({ total: z.number(), done: z.number(), running: z.boolean() }).nullable(),
    ),
  },
  'subscriptions.export': {
    input: z.object({
      RSSHubURL: orNothing(webAddress).optional(),
      folderMode: z.enum(['view', 'category']).optional(),
      /** ours: false leaves out settings of feeds, rules and labels. Secrets are in no file. */
      settings: flag.optional(),
    }),
    output: z.string(),
    answers: 'text/x-opml; charset=utf-8',
  },
} as const satisfies Record<string, Call>

export const categoriesCalls = {
  'categories.list': {
    input: z.object({ view: view.optional() }),
    output: z.object({ data: z.array(z.string()).optional() }),
  },
  'categories.update': {
    broadcast: 'input',
    input: z.object({ feedIdList: z.array(z.string()), category: z.string() }),
    output: done,
  },
  'categories.delete': {
    broadcast: 'input',
    input: z.object({ feedIdList: z.array(z.string()), deleteSubscriptions: flag }),
    output: done,
  },
} as const satisfies Record<string, Call>
