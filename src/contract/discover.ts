/** Finding feeds: trends, a starter catalogue and recommendations (wire-contract 15). */
import { z } from 'zod'
import { analytics, envelope, feed, view } from './shapes.ts'
import type { Call } from './call.ts'

export const discoverCategories = [
  'all',
  'social-media',
  'new-media',
  'traditional-media',
  'bbs',
  'blog',
  'programming',
  'design',
  'live',
  'multimedia',
  'picture',
  'anime',
  'program-update',
  'shopping',
  'game',
  'reading',
  'journal',
  'finance',
] as const
const discoverLanguage = z.enum(['all', 'eng', 'cmn'])

const ranked = z.array(z.object({ feedId: z.string(), view: view.nullable(), feed, analytics }))
export const findingCalls = {
  /** Feeds to begin with, shipped with the program. */
  'discover.catalogue': {
    input: z.object({ category: z.enum(discoverCategories).optional(), lang: discoverLanguage.optional() }),
    output: envelope(
      z.array(
        z.object({
          url: z.string(),
          title: z.string(),
          description: z.string(),
          siteUrl: z.string(),
          language: z.string(),
          view,
          categories: z.array(z.string()),
          /** Set where the server knows the feed already. */
          feed: feed.optional(),
          analytics: analytics.optional(),
        }),
      ),
    ),
  },
  /** What users with the caller's taste in feeds follow, best first. */
  'discover.recommendations': {
    input: z.object({ limit: z.coerce.number().int().min(1).max(100).optional(), view: view.optional() }),
    output: envelope(
      z.array(z.object({ feedId: z.string(), view: view.nullable(), feed, analytics, alike: z.number() })),
    ),
  },
  'trending.feeds': {
    input: z.object({
      view: view.optional(),
      language: z.enum(['eng', 'cmn']).optional(),
      limit: z.coerce.number().int().min(1).max(100).optional(),
      range: z.enum(['1d', '3d', '7d', '30d']).optional(),
    }),
    output: envelope(ranked),
  },
} as const satisfies Record<string, Call>
