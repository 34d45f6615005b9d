/** Collects what an export carries beside the subscriptions. */
import type { Rule } from '../../contract/actions.ts'
import { validUnreadDays } from '../../contract/unread-days.ts'
import type { Caller } from '../http/routes.ts'
import { actionsOf } from '../storage/actions.ts'
import { labelsOf } from '../storage/labels.ts'
import type { Storage } from '../storage/open.ts'
import { retentionRules } from '../storage/retention-rules.ts'
import { settingsOf } from '../storage/settings.ts'
import { noSettings, usualSettings, type AccountSettings, type FeedSettings } from './account-settings.ts'

export type CollectedSettings = {
  readonly account: AccountSettings
  /** Of a feed, but for what its subscription says. */
  readonly ofFeed: (feedId: string) => FeedSettings
}

/** A token has the rules of its user where it may manage them, and never those of the server. */
export async function collectSettings(
  storage: Storage,
  { id, admin, access }: Pick<Caller, 'id' | 'admin' | 'access'>,
): Promise<CollectedSettings> {
  const tabs = await settingsOf(storage, id)
  const general = tabs.find(({ tab }) => tab === 'general')?.values ?? {}
  const readerView = new Set(Array.isArray(general['readerViewFeeds']) ? general['readerViewFeeds'] : [])
  const unreadDays = validUnreadDays(general['feedUnreadDays'])
  const readRules = new Map(Object.entries(general['feedReadRules'] ?? {}))
  const bounds = new Map(
    (admin && !access ? (await retentionRules(storage)).general : []).map(
      ({ scope, maxAgeDays, maxEntries }) => [scope, { maxAgeDays, maxEntries }],
    ),
  )
  const row = await actionsOf(storage, id)
  const mayManage = !access || access.scopes.includes('manage')
  return {
    account: !mayManage
      ? noSettings
      : {
          rules: row ? (JSON.parse(row.rules) as Rule[]) : [],
          labels: (await labelsOf(storage, id)).map(({ name, color }) => ({ name, color })),
          folders: [...validUnreadDays(general['folderUnreadDays'])].map(([name, days]) => ({
            name,
            unreadDays: days,
          })),
        },
    ofFeed: (feedId) => {
      const markRead: unknown = readRules.get(feedId)
      return {
        ...usualSettings,
        readerView: readerView.has(feedId),
        unreadDays: unreadDays.get(feedId) ?? null,
        markRead: typeof markRead === 'string' || typeof markRead === 'number' ? markRead : null,
        retention: bounds.get(feedId) ?? null,
      }
    },
  }
}
