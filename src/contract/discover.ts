/** Finding feeds: trends, a starter catalogue, recommendations, and RSSHub (wire-contract 15). */
import { z } from 'zod'
import { analytics, done, envelope, feed, isoTime, view, webAddress } from './shapes.ts'
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
const text = z.string().nullable()
const discoverLanguage = z.enum(['all', 'eng', 'cmn'])

const rsshubRoute = z.object({
  path: z.string(),
  name: z.string(),
  example: z.string(),
  description: z.string(),
  location: z.string(),
  categories: z.array(z.string()),
  maintainers: z.array(z.string()),
  parameters: z.record(
    z.string(),
    z.union([
      z.string(),
      z.object({
        description: z.string(),
        default: text,
        options: z.array(z.object({ label: z.string(), value: z.string() })).optional(),
      }),
    ]),
  ),
  view: z.number().optional(),
})
export type RsshubRoute = z.infer<typeof rsshubRoute>
const rsshubNamespace = z.object({
  name: z.string(),
  description: z.string(),
  url: z.string(),
  lang: z.string(),
  routes: z.record(z.string(), rsshubRoute),
})
export type RsshubNamespace = z.infer<typeof rsshubNamespace>
const ranked = z.array(z.object({ feedId: z.string(), view: view.nullable(), feed, analytics }))
const purchase = z.object({ hash: text, expiresAt: isoTime }).nullable()
const instance = {
  id: z.string(),
  description: text,
  errorMessage: text,
  errorAt: isoTime.nullable(),
  ownerUserId: z.string(),
  price: z.number(),
  userLimit: z.number().nullable(),
}

export const findingCalls = {
  'discover.rsshub': {
    effects: true,
    input: z.object({
      category: z.string().optional(),
      categories: z.string().optional(),
      namespace: z.string().optional(),
      lang: z.string().optional(),
    }),
    output: z.object({ data: z.record(z.string(), rsshubNamespace).optional() }),
  },
  'discover.rsshubRoute': {
    effects: true,
    input: z.object({ route: z.string().min(1).max(2000) }),
    output: z.object({
      data: z.object({
        name: z.string(),
        description: z.string(),
        url: z.string(),
        prefix: z.string(),
        route: rsshubRoute.optional(),
      }),
    }),
  },
  'discover.rsshubAnalytics': {
    effects: true,
    input: z.object({ lang: z.string().optional() }),
    output: z.object({
      data: z.record(z.string(), z.object({ subscriptionCount: z.number(), topFeeds: z.array(feed) })),
    }),
  },
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
  'rsshub.list': {
    input: z.object({}),
    output: envelope(
      z.array(
        z.object({
          ...instance,
          owner: z.object({ id: z.string(), name: text, image: text, handle: text }).nullable(),
          userCount: z.number(),
        }),
      ),
    ),
  },
  'rsshub.get': {
    input: z.object({ id: z.string() }),
    output: envelope(
      z.object({
        purchase,
        instance: z.object({ ...instance, baseUrl: z.string().optional(), accessKey: text.optional() }),
      }),
    ),
  },
  'rsshub.status': {
    input: z.object({}),
    output: envelope(
      z.object({
        purchase,
        usage: z.object({ id: z.string(), rsshubId: z.string(), userId: z.string() }).optional(),
      }),
    ),
  },
  'rsshub.add': {
    input: z.object({
      baseUrl: webAddress.max(500),
      accessKey: z.string().max(200).nullable().optional(),
      id: z.string().optional(),
    }),
    output: done,
  },
  'rsshub.use': {
    input: z.object({
      id: z.string().nullable(),
      durationInMonths: z.number().int().min(0).max(12).optional(),
      TOTPCode: z.string().optional(),
    }),
    output: done,
  },
  'rsshub.delete': { input: z.object({ id: z.string() }), output: done },
} as const satisfies Record<string, Call>
