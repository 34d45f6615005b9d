/** What only the server halves of built-in plugins have: calls of the wire contract, schemes of feed addresses, rounds. */
import type { WireCall } from '../../contract/extend.ts'
import { errorCatalogue, type ErrorKey } from '../../contract/errors.ts'
import { PluginRefusal, type Manifest } from '../../plugin-api/manifest.ts'
import type { BuiltInHost, Payments, WireRequest } from '../../plugin-api/server.ts'
import { passesCaptcha } from '../accounts/captcha.ts'
import { rewrittenEntry } from '../actions/rewritten-entry.ts'
import { fetchMetrics } from '../admin/metrics.ts'
import { htmlOfText, plainText } from '../feeds/normalise/text.ts'
import { mapChunks } from '../feeds/sanitise/map-chunks.ts'
import { sanitise } from '../feeds/sanitise/sanitise.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes, Services } from '../http/routes.ts'
import type { Queues } from '../jobs/runner.ts'
import { modelFor } from '../language-model/access.ts'
import { hasModel } from '../language-model/model.ts'
import { toFeeds } from '../routes/wire-feed.ts'
import { activeAccount, profilesByIds } from '../storage/accounts/users.ts'
import { contentsOf, newestEntries, visibleEntries, entriesArrivedIn } from '../storage/entries/entries.ts'
import { createStoredSecrets, sealOpenSecrets } from '../storage/engine/stored-secrets.ts'
import { followedFeedsAt } from '../storage/feeds/discover.ts'
import { feedsById, visibleFeedById } from '../storage/feeds/feeds-read.ts'
import { fetchEvery } from '../storage/feeds/feed-schedule.ts'
import { inboxByHandle } from '../storage/lists/inboxes.ts'
import type { FeedRow } from '../storage/schema.ts'

/** What a plugin has added to the server when its `start` has returned. */
export type Added = {
  readonly routes: Routes
  readonly queues: Queues
  /** Seals what older versions stored in plain text. */
  readonly sealOpen: () => Promise<void>
}

/** @param secret the server's */
export function createBuiltInHost(
  services: Services,
  { permissions }: Manifest,
  secret: string,
): { readonly host: BuiltInHost; readonly added: Added } {
  const routes: Record<string, unknown> = {}
  const queues: Record<string, Queues[string]> = {}
  const columns: (() => Promise<void>)[] = []
  const { storage, outbound, parsing, now } = services
  const modelOf: BuiltInHost['model'] = (user, signal) => {
    if (!permissions.includes('model')) throw new PluginRefusal('plugin.forbidden')
    return modelFor(services, user, signal)
  }
  const host: BuiltInHost = {
    answerWire(calls: Readonly<Record<string, WireCall>>, handlers) {
      for (const name of Object.keys(calls)) {
        const handler = handlers[name] as (input: unknown, request: WireRequest) => Promise<unknown>
        routes[name] = (context: RequestContext, input: unknown) =>
          handler(input, wireRequest(context)).catch(asRefusal)
      }
    },
    feedScheme: services.feedSchemes.add,
    round(queue, { everyMinutes, run }) {
      queues[queue] = { every: everyMinutes * 60_000, run: (_, signal) => run(signal) }
    },
    configs: (values) => void Object.assign(services.addedConfigs, values),
    payments: (how) => services.payments.provide(refusing(how as unknown as Payments)),
    feedFields: services.feedFields.provide,
    fetchEvery: (minutes, feedIds) => fetchEvery(storage, { minutes, feedIds, now: now() }),
    engine: storage.kind,
    profiles: async (ids) => new Map((await profilesByIds(storage, ids)).map((one) => [one.id, one])),
    feeds: async (ids) => toFeeds(storage, (await feedsById(storage, ids)).values()),
    ask: (url, headers = {}) => outbound.ask(url, { headers }),
    parse: async <Result>(module: URL, bytes: Uint8Array) =>
      (await parsing.parse('pluginDocument', { module: module.href, bytes })) as Result,
    sealedColumn(column, use) {
      const secrets = createStoredSecrets(secret, use)
      columns.push(() => sealOpenSecrets(storage, { key: 'id', ...column }, secrets))
      return secrets
    },
    model: modelOf,
    hasModel: hasModel(services.config),
    account: (userId) => activeAccount(storage, userId),
    arrivedIn: (userId, view, period, limit) => entriesArrivedIn(storage, userId, view, period, limit),
    plainText,
    htmlOfText,
    sanitised: (html, base) => sanitise(html, base).html,
    mapChunks,
    async feedsAt(prefix) {
      const rows = await followedFeedsAt(storage, prefix)
      const feeds = await toFeeds(storage, rows)
      return rows.flatMap(({ id: feedId, url: address, count }) => {
        const feed = feeds.get(feedId)
        return feed ? [{ feed, address, count }] : []
      })
    },
    fetchesAt: (prefix) => fetchMetrics(storage, prefix),
  }
  const sealOpen = async () => {
    for (const seal of columns) await seal()
  }
  return { host, added: { routes, queues, sealOpen } }

  function wireRequest(context: RequestContext): WireRequest {
    const { user, idempotencyKey, newId, signal } = context
    return {
      user: { id: user.id, role: user.role, admin: user.admin },
      idempotencyKey,
      newId,
      signal,
      get model() {
        return modelOf(user, signal)
      },
      entry: (entryId) => rewrittenEntry(context, entryId),
      async entries(ids) {
        const visible = await visibleEntries(storage, user.id, ids)
        const contents = await contentsOf(
          storage,
          visible.map((entry) => entry.id),
        )
        return visible.map(({ id: entryId, title, description }) => {
          return { id: entryId, title, description, content: contents.get(entryId) ?? null }
        })
      },
      async newestOf(feedId, limit) {
        const feed = await visibleFeedById(storage, user.id, feedId)
        if (!feed) return null
        const newest = await newestEntries(storage, feedId, limit)
        return { title: feed.title ?? feed.url, entries: newest.map(({ title }) => title) }
      },
      async feedOf(entryId) {
        const [entry] = await visibleEntries(storage, user.id, [entryId])
        const feed = entry && (await feedsById(storage, [entry.feedId])).get(entry.feedId)
        return feed ? toVisibleFeed(feed) : null
      },
      async feed(feedId) {
        const feed = await visibleFeedById(storage, user.id, feedId)
        return feed ? toVisibleFeed(feed) : null
      },
      ownsInbox: async (handle) => (await inboxByHandle(storage, handle))?.userId === user.id,
      demandCode: context.demandCode,
      passesCaptcha: () => passesCaptcha(context, context.headers, ['r2', 'r3']),
      async pay(payment, also) {
        await services.payments.pay(context, payment, (db, receipt) =>
          also(db as unknown as Parameters<typeof also>[0], receipt),
        )
      },
    }
  }
}

const toVisibleFeed = ({ id, ownerUserId, inboxUserId }: FeedRow) => ({
  id,
  ownerUserId,
  isInbox: inboxUserId !== null,
})

const refusing = ({ pay, payOwner }: Payments): Payments => ({
  pay: (...input) => pay(...input).catch(asRefusal),
  payOwner: (...input) => payOwner(...input).catch(asRefusal),
})

/** A PluginRefusal with a key of the catalogue is that refusal. */
function asRefusal(error: unknown): never {
  if (error instanceof PluginRefusal && Object.hasOwn(errorCatalogue, error.text.key))
    throw new Refusal(error.text.key as ErrorKey, error.text.reason)
  throw error
}
