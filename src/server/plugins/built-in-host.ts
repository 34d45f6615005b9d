/** What only the server halves of built-in plugins have: calls of the wire contract, schemes of feed addresses, rounds. */
import type { WireCall } from '../../contract/extend.ts'
import { errorCatalogue, type ErrorKey } from '../../contract/errors.ts'
import { PluginRefusal, type Manifest } from '../../plugin-api/manifest.ts'
import type { BuiltInHost, WireRequest } from '../../plugin-api/server.ts'
import { fetchMetrics } from '../admin/metrics.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes, Services } from '../http/routes.ts'
import type { Queues } from '../jobs/runner.ts'
import { wholePower } from '../power/amount.ts'
import { pay } from '../power/pay.ts'
import { toFeeds } from '../routes/wire-feed.ts'
import { createStoredSecrets, sealOpenSecrets } from '../storage/engine/stored-secrets.ts'
import { followedFeedsAt } from '../storage/feeds/discover.ts'

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
  { id }: Manifest,
  secret: string,
): { readonly host: BuiltInHost; readonly added: Added } {
  const routes: Record<string, unknown> = {}
  const queues: Record<string, Queues[string]> = {}
  const columns: (() => Promise<void>)[] = []
  const { storage, outbound, parsing, now } = services
  const host: BuiltInHost = {
    answerWire(calls: Readonly<Record<string, WireCall>>, handlers) {
      for (const name of Object.keys(calls)) {
        const handler = handlers[name] as (input: unknown, request: WireRequest) => Promise<unknown>
        routes[name] = (context: RequestContext, input: unknown) =>
          handler(input, wireRequest(context)).catch(asRefusal)
      }
    },
    feedScheme: services.feedSchemes.add,
    round(name, { everyMinutes, run }) {
      queues[`${id}-${name}`] = { every: everyMinutes * 60_000, run: (_, signal) => run(signal) }
    },
    configs: (values) => void Object.assign(services.addedConfigs, values),
    ask: (url, headers = {}) => outbound.ask(url, { headers }),
    parse: async <Result>(module: URL, bytes: Uint8Array) =>
      (await parsing.parse('pluginDocument', { module: module.href, bytes })) as Result,
    sealedColumn(column, use) {
      const secrets = createStoredSecrets(secret, use)
      columns.push(() => sealOpenSecrets(storage, { key: 'id', ...column }, secrets))
      return secrets
    },
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
    const { user, idempotencyKey, newId } = context
    return {
      user: { id: user.id, role: user.role },
      idempotencyKey,
      newId,
      async pay(payment, also) {
        const { power, to, instanceId, key, code } = payment
        const transfer = {
          from: { user: user.id },
          to: { user: to },
          amount: wholePower(power),
          kind: 'purchase',
          key,
          about: { instanceId },
        } as const
        await pay({ ...context, now }, transfer, { code }, (db, receipt) =>
          also(db as unknown as Parameters<typeof also>[0], receipt),
        )
      },
    }
  }
}

/** A PluginRefusal with a key of the catalogue is that refusal. */
function asRefusal(error: unknown): never {
  if (error instanceof PluginRefusal && Object.hasOwn(errorCatalogue, error.text.key))
    throw new Refusal(error.text.key as ErrorKey, error.text.reason)
  throw error
}
