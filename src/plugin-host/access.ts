/** What plugins reach of entries and of other servers, and what of it was used. */
import type { Api } from '../api/index.ts'
import { readMarked } from '../model/reads/index.ts'
import { PluginRefusal, type SandboxHost } from '../plugin-api/client.ts'
import { isUnreachable } from './is-unreachable.ts'
import { pluginActed } from './ledger.ts'
import type { Trigger } from './trigger.ts'

const DEFAULT_LIMIT = 20

type Access = {
  readonly id: string
  readonly api: Pick<Api, 'plugins' | 'entries'>
  readonly trigger: Trigger
}

export function createAccess({ id, api, trigger }: Access): SandboxHost {
  return {
    async entries(q, limit = DEFAULT_LIMIT) {
      const { data } = await api.entries.search({ q, limit }).catch((error: unknown) => {
        throw new PluginRefusal(isUnreachable(error) ? 'app:plugin.offline' : 'plugin.badQuery')
      })
      trigger(pluginActed, { plugin: id, kind: 'read', what: q, count: data.length })
      return data.map(({ entries, read }) => ({
        id: entries.id,
        title: entries.title ?? null,
        url: entries.url ?? null,
        author: entries.author ?? null,
        publishedAt: Date.parse(entries.publishedAt),
        read: read ?? false,
      }))
    },
    async markRead(ids, read) {
      trigger(pluginActed, {
        plugin: id,
        kind: 'wrote',
        what: read ? 'read' : 'unread',
        count: ids.length,
        ids,
      })
      trigger(readMarked, { ids, read })
    },
    async fetch(url, request = {}) {
      trigger(pluginActed, { plugin: id, kind: 'contacted', what: URL.parse(url)?.host ?? url, count: 1 })
      const { data } = await api.plugins.fetch({ plugin: id, url, ...request }).catch((error: unknown) => {
        throw isUnreachable(error) ? new PluginRefusal('app:plugin.offline') : error
      })
      if (!data.ok) throw new PluginRefusal(data.words.key, data.words.values)
      return data.output
    },
  }
}
