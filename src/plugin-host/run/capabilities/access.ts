/** What plugins reach of entries and of other servers, and what of it was used. */
import type { Api } from '../../../api/index.ts'
import { changeEntriesFx } from '../../../model/plugins/change-entries.ts'
import { findEntriesFx } from '../../../model/search/find-entries.ts'
import { PluginRefusal, type EntryChange, type SandboxHost } from '../../../plugin-api/client.ts'
import { isUnreachable } from '../is-unreachable.ts'
import { pluginActed } from '../../installed/ledger.ts'
import type { Run, Trigger } from '../app-scope.ts'

const DEFAULT_LIMIT = 20

type Access = {
  readonly id: string
  readonly api: Pick<Api, 'plugins'>
  readonly trigger: Trigger
  readonly run: Run
}

export function createAccess({ id, api, trigger, run }: Access): SandboxHost {
  /** Only what changed is listed, so that the undo of the list gives each entry its first state. */
  const wrote = (what: 'read' | 'unread' | 'starred' | 'unstarred', ids: readonly string[]) => {
    if (ids.length > 0) trigger(pluginActed, { plugin: id, kind: 'wrote', what, count: ids.length, ids })
  }
  const changeEntries = async (ids: readonly string[], change: EntryChange): Promise<number> => {
    const changed = await run(changeEntriesFx, { ids, change, origin: `plugin:${id}` })
    wrote(change.read ? 'read' : 'unread', changed.read)
    wrote(change.starred ? 'starred' : 'unstarred', changed.starred)
    return new Set([...changed.read, ...changed.starred]).size
  }
  return {
    async entries(query, limit = DEFAULT_LIMIT) {
      const found = await run(findEntriesFx, { query, limit }).catch((error: unknown) => {
        throw new PluginRefusal(isUnreachable(error) ? 'app:plugin.offline' : 'plugin.badQuery')
      })
      trigger(pluginActed, { plugin: id, kind: 'read', what: query, count: found.length })
      return found.map(({ entries, read, collections }) => ({
        id: entries.id,
        title: entries.title ?? null,
        url: entries.url ?? null,
        author: entries.author ?? null,
        publishedAt: Date.parse(entries.publishedAt),
        read: read ?? false,
        starred: Boolean(collections),
      }))
    },
    markRead: async (ids, read) => void (await changeEntries(ids, { read })),
    changeEntries,
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
