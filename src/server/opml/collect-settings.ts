/** Collects what an export has besides the subscriptions. */
import { readFeedSettings } from '../../contract/feed-settings.ts'
import { validUnreadDays } from '../../contract/unread-days.ts'
import { openRules } from '../actions/webhook-addresses.ts'
import type { Caller, Services } from '../http/routes.ts'
import { actionsOf } from '../storage/actions/actions.ts'
import { labelsOf } from '../storage/entries/labels.ts'
import { retentionRules } from '../storage/entries/retention-rules.ts'
import { generalSettingsOf } from '../storage/accounts/settings.ts'
import { noSettings, usualSettings, type AccountSettings, type FeedSettings } from './account-settings.ts'

export type CollectedSettings = {
  readonly account: AccountSettings
  /** Of a feed, without what its subscription has. */
  readonly ofFeed: (feedId: string) => FeedSettings
}

/** Rules of retention belong to the server: for admins, and not for tokens. */
export const maySetRetention = ({ admin, access }: Pick<Caller, 'admin' | 'access'>): boolean =>
  admin && !access

/** A token gets the rules of its user if it may manage them, and never those of the server. */
export async function collectSettings(
  { storage, secrets }: Pick<Services, 'storage' | 'secrets'>,
  user: Pick<Caller, 'id' | 'admin' | 'access'>,
): Promise<CollectedSettings> {
  const { id, access } = user
  const general = await generalSettingsOf(storage, id)
  const ofFeed = readFeedSettings(general)
  const retention = maySetRetention(user) ? await retentionRules(storage) : { general: [], own: [] }
  const bounds = new Map(
    retention.general.map(({ scope, maxAgeDays, maxEntries }) => [scope, { maxAgeDays, maxEntries }]),
  )
  const row = await actionsOf(storage, id)
  const mayManage = !access || access.scopes.includes('manage')
  return {
    account: !mayManage
      ? noSettings
      : {
          rules: row ? openRules(row.rules, secrets) : [],
          labels: (await labelsOf(storage, id)).map(({ name, color }) => ({ name, color })),
          folders: [...validUnreadDays(general['folderUnreadDays'])].map(([name, days]) => ({
            name,
            unreadDays: days,
          })),
          retention: retention.own
            .filter(({ userId }) => userId === id)
            .map(({ kind, name, maxAgeDays, maxEntries }) => ({ kind, name, maxAgeDays, maxEntries })),
        },
    ofFeed: (feedId) => ({
      ...usualSettings,
      ...ofFeed(feedId),
      retention: bounds.get(feedId) ?? null,
    }),
  }
}
