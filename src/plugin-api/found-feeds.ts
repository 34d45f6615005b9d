/** Feeds that plugins find. */
import { z } from 'zod'
import type { discoverCategories } from '../contract/discover.ts'
import { webAddress } from '../core/safe-href.ts'

/** What the user looks for. */
export type FeedQuery = {
  /** Empty until the user has typed: what the source offers by itself. */
  readonly words: string
  /** null: in the tab of the source, else on the page of a category. */
  readonly category: (typeof discoverCategories)[number] | null
  readonly language: 'all' | 'eng' | 'cmn'
}

/** A feed to look at before following it. */
export type FoundFeed = {
  /** Of the feed, on the web. */
  readonly url: string
  readonly title: string
  readonly description?: string | undefined
}

export const foundFeeds: z.ZodType<readonly FoundFeed[]> = z
  .array(
    z.object({
      url: z
        .string()
        .max(4000)
        .refine((url) => webAddress(url) !== undefined),
      title: z.string().min(1).max(500),
      description: z.string().max(1000).optional(),
    }),
  )
  .max(50)
