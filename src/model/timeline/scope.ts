/** A timeline's scope: the current location under the current settings, ready to be queried. */
import type { Input } from '../../contract/calls.ts'
import type { View } from '../../contract/views.ts'
import type { TimelineAsk } from '../../local/calls.ts'
import { sourceKey, type LocationSource } from '../location/index.ts'
import type { SubscriptionIndex } from '../subscriptions/build-tree.ts'
import { listingOf, type RemoteInput } from './sources.ts'

export type TimelineScope = {
  /** Equal for equal locations under equal settings; cursors are stored under it. */
  readonly key: string
  readonly view: View
  readonly source: LocationSource
  readonly of: TimelineAsk['of']
  readonly unreadOnly: boolean
  /** Entries of a day are grouped by their feeds. */
  readonly bySource: boolean
  /** null: the server has no timeline of this source. */
  readonly remote: RemoteInput | null
  /** null: the server cannot tell whether newer entries exist. */
  readonly checkNew: Omit<Input<'entries.checkNew'>, 'insertedAfter'> | null
}
export type TimelineScopeSettings = {
  readonly unreadOnly: boolean
  readonly excludePrivate: boolean
  readonly autoGroup: boolean
  readonly readingList?: readonly string[]
}

/** The social view shows whole posts, so its pages include the content. */
const VIEW_WITH_CONTENT: View = 1

/** Notifications: many short entries of each feed. */
const VIEW_BY_SOURCE: View = 5

export function scopeOf(
  { view, source }: { view: View; source: LocationSource },
  subscriptions: SubscriptionIndex,
  settings: TimelineScopeSettings,
): TimelineScope {
  const listing = listingOf(source, { view, subscriptions, ...settings })
  const unreadOnly = settings.unreadOnly && listing.mayHideRead
  const hidesRead = unreadOnly && { read: false }
  return {
    key: `${view}|${sourceKey(source)}|${unreadOnly}|${settings.excludePrivate}`,
    view,
    source,
    unreadOnly,
    bySource: view === VIEW_BY_SOURCE && 'feedIds' in listing.local && listing.local.feedIds.length > 1,
    of: listing.local,
    remote: listing.remote && {
      view,
      ...listing.remote,
      ...hidesRead,
      ...(view === VIEW_WITH_CONTENT && { withContent: true }),
    },
    checkNew: listing.checkNew && { view, ...listing.checkNew, ...hidesRead },
  }
}
