import type { z } from '../../../src/plugin-api/manifest.ts'
import { PluginRefusal } from '../../../src/plugin-api/server.ts'
import wire from '../wire.ts'
import { routesOf } from './catalogue.ts'
import { addInstance, chooseInstance, instanceOrRefusal, removeInstance } from './instances.ts'
import { matchRoute, segmentsOf } from './match.ts'
import type { Namespaces } from './routes-in.ts'
import type { Services } from './services.ts'
import { baseOf } from './source.ts'
import { listInstances, purchaseOf, useOf, type Db, type InstanceRow } from './tables.ts'

type Output<N extends keyof typeof wire.calls> = z.output<(typeof wire.calls)[N]['output']>

const TOP_FEEDS = 5
const done = { code: 0 } as const
/** Client-facts 1, 12: clients read this field without checking that it exists. */
const TRANSFORM = '/transform/html/:url/:routeParams'

/** Routes and shared instances. */
export function answerCalls(services: Services): void {
  const { host, db, keys } = services
  host.answerWire(wire.calls, {
    'discover.rsshub': async ({ namespace, category, categories, lang }, { user }) => {
      const all = await namespacesFor(services, user.id)
      if (namespace !== undefined) return named(all, namespace)
      const categoriesWanted = [category, categories]
        .flatMap((list) => list?.split(',') ?? [])
        .filter((one) => one !== 'all')
      return Object.keys(all).length === 0 ? {} : { data: filtered(all, categoriesWanted, lang) }
    },

    'discover.rsshubRoute': async ({ route }, { user }) => {
      const all = await namespacesFor(services, user.id)
      const matched = matchRoute(all, route)
      const namespace = matched?.namespace ?? segmentsOf(route)[0] ?? ''
      const entry = Object.hasOwn(all, namespace) ? all[namespace] : undefined
      if (!entry) throw new PluginRefusal('rsshubRouteNotFound')
      const { name, description, url } = entry
      return {
        data: { name, description, url, prefix: namespace, ...(matched ? { route: matched.route } : {}) },
      }
    },

    'discover.rsshubAnalytics': async ({ lang }, { user }) => ({ data: await heat(services, user.id, lang) }),

    'rsshub.list': async () => ({
      ...done,
      data: (await listInstances(db)).map((row) => ({
        ...toInstance(row),
        owner: { id: row.ownerUserId, name: row.ownerName, image: row.ownerImage, handle: row.ownerHandle },
        userCount: row.userCount,
      })),
    }),

    'rsshub.get': async ({ id }, { user }) => {
      const row = await instanceOrRefusal(db, id)
      const own =
        row.ownerUserId === user.id ? { baseUrl: row.baseUrl, accessKey: keys.open(row.accessKey) } : {}
      const purchase = await toPurchase(db, user.id, id)
      return { ...done, data: { purchase, instance: { ...toInstance(row), ...own } } }
    },

    'rsshub.status': async (_, { user }) => {
      const use = await useOf(db, user.id)
      if (!use) return { ...done, data: { purchase: null } }
      const usage = { id: use.id, rsshubId: use.instanceId, userId: user.id }
      return { ...done, data: { purchase: await toPurchase(db, user.id, use.instanceId), usage } }
    },

    'rsshub.add': async (input, request) => {
      await addInstance(services, request, input)
      return done
    },

    'rsshub.use': async (input, request) => {
      await chooseInstance(services, request, input)
      return done
    },

    'rsshub.delete': async ({ id }, request) => {
      await removeInstance(services, request, id)
      return done
    },

    'probes.rsshub': async ({ namespace, route }) => ({
      ...done,
      data: [...(await host.fetchesAt(prefixOf(namespace, route)))],
    }),
  })
}

/** rsshub://NAMESPACE/ROUTE, as far as given; a route may include its namespace. */
function prefixOf(namespace?: string, route?: string): string {
  const path = [namespace, route].flatMap((part) => part?.replace(/^\/+|\/+$/g, '') || []).join('/')
  return `rsshub://${path}`
}

const iso = (ms: number): string => new Date(Number(ms)).toISOString()

/** The URL of an instance is its owner's secret. */
const toInstance = (row: InstanceRow) => ({
  id: row.id,
  description: row.description,
  errorMessage: row.errorMessage,
  errorAt: row.errorAt === null ? null : iso(row.errorAt),
  ownerUserId: row.ownerUserId,
  price: row.price,
  userLimit: row.userLimit,
})

async function toPurchase(db: Db, userId: string, instanceId: string) {
  const purchase = await purchaseOf(db, userId, instanceId)
  return purchase ? { hash: purchase.hash, expiresAt: iso(purchase.expiresAt) } : null
}

/** Empty without an RSSHub instance. */
async function namespacesFor(services: Services, userId: string): Promise<Namespaces> {
  const base = await baseOf(services, '', userId)
  return base ? routesOf(services, base) : {}
}

/** Clients do not check `data`, so an incomplete namespace is omitted. */
function named(all: Namespaces, namespace: string): Output<'discover.rsshub'> {
  const entry = Object.hasOwn(all, namespace) ? all[namespace] : undefined
  if (!entry || Object.keys(entry.routes).length === 0) return {}
  if (namespace === 'rsshub' && !entry.routes[TRANSFORM]) return {}
  return { data: { [namespace]: entry } }
}

function filtered(all: Namespaces, categories: readonly string[], lang: string | undefined): Namespaces {
  const pairs = Object.entries(all).flatMap(([id, namespace]): [string, Namespaces[string]][] => {
    if (lang !== undefined && lang !== 'all' && !namespace.lang.startsWith(lang)) return []
    const routes = Object.entries(namespace.routes).filter(([, route]) =>
      categories.every((one) => route.categories.includes(one)),
    )
    return routes.length > 0 ? [[id, { ...namespace, routes: Object.fromEntries(routes) }]] : []
  })
  return Object.fromEntries(pairs)
}

/** Number and list of followed feeds per route. Keys are a slash, the namespace and the route's path. */
async function heat(
  services: Services,
  userId: string,
  lang: string | undefined,
): Promise<Output<'discover.rsshubAnalytics'>['data']> {
  const all = await namespacesFor(services, userId)
  const routes: Output<'discover.rsshubAnalytics'>['data'] = {}
  for (const { feed, address, count } of await services.host.feedsAt('rsshub://')) {
    const matched = matchRoute(all, address)
    if (!matched || !speaks(all[matched.namespace]?.lang ?? '', lang)) continue
    const key = `/${matched.namespace}${matched.path}`
    const one = (routes[key] ??= { subscriptionCount: 0, topFeeds: [] })
    one.subscriptionCount += count
    if (one.topFeeds.length < TOP_FEEDS) one.topFeeds.push(feed)
  }
  return routes
}

function speaks(tongue: string, lang: string | undefined): boolean {
  if (lang === undefined || lang === 'all') return true
  return tongue.startsWith(lang === 'eng' ? 'en' : lang === 'cmn' ? 'zh' : lang)
}
