import type { View } from '../../contract/views.ts'
import type { SubscriptionRow } from '../storage/schema.ts'
import type { Undo, UndoCall } from './undo.ts'

/**
 * The calls that restore the subscriptions of a user.
 * @param addresses of feeds that may be deleted with their last follower
 */
export function subscriptionUndo(
  before: readonly SubscriptionRow[],
  after: readonly SubscriptionRow[],
  addresses: ReadonlyMap<string, string>,
): Undo {
  const [was, is] = [byFeed(before), byFeed(after)]
  const added = after.filter(({ feedId }) => !was.has(feedId)).map(({ feedId }) => feedId)
  const removed = before.filter(({ feedId }) => !is.has(feedId))
  const changed = before.filter((row) => {
    const now = is.get(row.feedId)
    return now !== undefined && settingsOf(now) !== settingsOf(row)
  })
  const calls: UndoCall[] = [
    ...(added.length > 0 ? [['subscriptions.delete', { feedIdList: added }] as const] : []),
    ...removed.map(
      (row) => ['subscriptions.create', { ...named(row, addresses), ...fieldsOf(row) }] as const,
    ),
    // A new one is not hidden.
    ...[...removed.filter(({ hideFromTimeline }) => hideFromTimeline === 1), ...changed].map(
      (row) =>
        [
          'subscriptions.update',
          { feedId: row.feedId, ...fieldsOf(row), hideFromTimeline: row.hideFromTimeline === 1 },
        ] as const,
    ),
  ]
  return { calls, count: added.length + removed.length + changed.length }
}

/** A deleted feed is found again by its address. */
const named = ({ feedId }: SubscriptionRow, addresses: ReadonlyMap<string, string>) => {
  const url = addresses.get(feedId)
  return url === undefined ? { feedId } : { url }
}

const byFeed = (rows: readonly SubscriptionRow[]) => new Map(rows.map((row) => [row.feedId, row]))

const settingsOf = ({ view, category, title, isPrivate, hideFromTimeline }: SubscriptionRow): string =>
  JSON.stringify([view, category, title, isPrivate, hideFromTimeline])

const fieldsOf = ({ view, category, title, isPrivate }: SubscriptionRow) => ({
  view: view as View,
  category,
  title,
  isPrivate: isPrivate === 1,
})
