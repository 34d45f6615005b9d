import { defineWire, done, envelope, feed, isoTime, webAddress } from '../../src/plugin-api/wire.ts'
import { z } from '../../src/plugin-api/manifest.ts'

const text = z.string().nullable()
const route = z.object({
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
export type RsshubRoute = z.infer<typeof route>
const namespace = z.object({
  name: z.string(),
  description: z.string(),
  url: z.string(),
  lang: z.string(),
  routes: z.record(z.string(), route),
})
export type RsshubNamespace = z.infer<typeof namespace>
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

/** Whether rsshub:// addresses work without an instance of one's own; for the browser half. */
export const statusCall = {
  at: ['GET', '/status/configs', 'read'],
  input: z.object({}),
  output: z.object({ data: z.object({ RSSHUB_ENABLED: z.boolean().optional() }) }),
} as const

/** Routes, instances and how feeds of routes did (wire-contract 15). */
export default defineWire({
  schemes: ['rsshub'],
  calls: {
    'discover.rsshub': {
      at: ['GET', '/discover/rsshub', 'read'],
      effects: true,
      input: z.object({
        category: z.string().optional(),
        categories: z.string().optional(),
        namespace: z.string().optional(),
        lang: z.string().optional(),
      }),
      output: z.object({ data: z.record(z.string(), namespace).optional() }),
    },
    'discover.rsshubRoute': {
      at: ['GET', '/discover/rsshub/route', 'read'],
      effects: true,
      input: z.object({ route: z.string().min(1).max(2000) }),
      output: z.object({
        data: z.object({
          name: z.string(),
          description: z.string(),
          url: z.string(),
          prefix: z.string(),
          route: route.optional(),
        }),
      }),
    },
    'discover.rsshubAnalytics': {
      at: ['GET', '/discover/rsshub-analytics', 'read'],
      effects: true,
      input: z.object({ lang: z.string().optional() }),
      output: z.object({
        data: z.record(z.string(), z.object({ subscriptionCount: z.number(), topFeeds: z.array(feed) })),
      }),
    },
    'rsshub.list': {
      at: ['GET', '/rsshub/list', null],
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
      at: ['GET', '/rsshub', null],
      input: z.object({ id: z.string() }),
      output: envelope(
        z.object({
          purchase,
          instance: z.object({ ...instance, baseUrl: z.string().optional(), accessKey: text.optional() }),
        }),
      ),
    },
    'rsshub.status': {
      at: ['GET', '/rsshub/status', null],
      input: z.object({}),
      output: envelope(
        z.object({
          purchase,
          usage: z.object({ id: z.string(), rsshubId: z.string(), userId: z.string() }).optional(),
        }),
      ),
    },
    'rsshub.add': {
      at: ['POST', '/rsshub', null],
      input: z.object({
        baseUrl: webAddress.max(500),
        accessKey: z.string().max(200).nullable().optional(),
        id: z.string().optional(),
      }),
      output: done,
    },
    'rsshub.use': {
      at: ['POST', '/rsshub/use', null],
      input: z.object({
        id: z.string().nullable(),
        durationInMonths: z.number().int().min(0).max(12).optional(),
        TOTPCode: z.string().optional(),
      }),
      output: done,
    },
    'rsshub.delete': { at: ['DELETE', '/rsshub', null], input: z.object({ id: z.string() }), output: done },
    /** Results of fetching routes, by hour. */
    'probes.rsshub': {
      at: ['GET', '/probes/rsshub', null],
      input: z.object({ route: z.string().optional(), namespace: z.string().optional() }),
      output: envelope(
        z.array(
          z.object({
            timestamp: isoTime,
            successCount: z.number(),
            errorCount: z.number(),
            successRate: z.number(),
          }),
        ),
      ),
    },
  },
  errors: {
    rsshubRouteNotFound: [13000, 404, 'RSSHub route not found'],
    rsshubNotOwner: [13001, 400, 'You are not the owner of this RSSHub instance'],
    rsshubInUse: [13002, 400, 'RSSHub is in use'],
    rsshubNotFound: [13003, 404, 'RSSHub not found'],
    rsshubUserLimit: [13004, 400, 'RSSHub user limit exceeded'],
    rsshubPurchaseNotFound: [13005, 400, 'RSSHub purchase not found'],
    rsshubConfigInvalid: [13006, 400, 'RSSHub config invalid'],
    rsshubUnavailable: [13007, 400, 'This RSSHub instance is unavailable currently'],
  },
})
