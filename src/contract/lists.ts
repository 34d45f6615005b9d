import { visibleName } from '../core/visible-name.ts'
import { z } from 'zod'
import type { Call } from './call.ts'
import {
  done,
  entryWithContent,
  envelope,
  feed,
  flag,
  isoTime,
  list,
  orNothing,
  view,
  webAddress,
} from './shapes.ts'

/** What the owner enters for a list. The fee is paid once by each follower. */
export const listForm = {
  title: z.string().transform(visibleName).pipe(z.string().min(1).max(200)),
  description: z.string().max(5000).nullish(),
  image: orNothing(webAddress.max(2000)).optional(),
  view,
  fee: z.coerce.number().int().min(0).max(1_000_000_000),
}

/** The owner confirms that followers may see feeds of the list that are only followed privately; otherwise: privateFeedInList. */
const confirmPrivate = z.boolean().optional()

export const listsCalls = {
  /** Of a list with a fee, feeds and entries are shown only to its owner and followers; `feedCount` to all. */
  'lists.get': {
    input: z.object({ listId: z.string(), noExtras: flag.optional() }),
    output: envelope(
      z.object({
        list,
        entries: z.array(entryWithContent.extend({ feedId: z.string(), feeds: feed })),
        subscriptionCount: z.number(),
        readCount: z.number(),
        feedCount: z.number(),
        analytics: z.object({ listId: z.string(), subscriptionCount: z.number().nullable() }).optional(),
        subscription: z
          .object({
            listId: z.string(),
            userId: z.string(),
            view,
            title: z.string().nullable(),
            isPrivate: z.boolean(),
            createdAt: isoTime,
          })
          .optional(),
      }),
    ),
    open: true,
  },
  /** The lists of a user; by default the caller's own. */
  'lists.list': {
    input: z.object({ userId: z.string().optional() }),
    output: envelope(
      z.array(
        list.extend({ subscriptionCount: z.number().optional(), purchaseAmount: z.number().optional() }),
      ),
    ),
    open: true,
  },
  'lists.create': {
    input: z.object({ ...listForm, fee: listForm.fee.optional() }),
    output: envelope(list),
  },
  'lists.update': {
    /** A list with such feeds becomes free with `confirmPrivate` only. */
    input: z.object(listForm).partial().extend({ listId: z.string(), confirmPrivate }),
    output: done,
  },
  'lists.delete': { input: z.object({ listId: z.string() }), output: done },
  'lists.addFeeds': {
    input: z.object({
      listId: z.string(),
      feedId: z.string().optional(),
      feedIds: z.array(z.string()).max(500).optional(),
      confirmPrivate,
    }),
    output: envelope(z.array(feed)),
  },
  'lists.removeFeed': { input: z.object({ listId: z.string(), feedId: z.string() }), output: done },
} as const satisfies Record<string, Call>
