import type { MarkAllScope } from '../../contract/reads.ts'
import type { ChangeTitle } from '../../local/calls.ts'
import type { VisibleRows } from '../outbox/tables.ts'

/**
 * What a mark-all did and where: "marked 128 as read in “Rust”". Without a name for a whole view.
 * @param count known unread entries
 */
export function markAllTitle(
  wire: MarkAllScope,
  feedIds: readonly string[],
  count: number,
  rows: VisibleRows,
): ChangeTitle {
  const many = 'app:undo.readMany'
  const title = nameOf(wire, feedIds, rows)
  if (title !== null) return { key: 'app:undo.markedIn', many, values: { count, title } }
  // The counts may lack entries that the server has. With a time limit only some are marked, and follow.db counts them.
  const isWhole = wire.startTime === undefined && wire.endTime === undefined
  return { key: isWhole && count === 0 ? 'app:undo.allMarked' : many, many, values: { count } }
}

/** The feed, list or inbox, or the folder that all feeds are in. */
function nameOf(
  wire: MarkAllScope,
  feedIds: readonly string[],
  { subscriptions, feeds, lists, inboxes }: VisibleRows,
): string | null {
  if (wire.listId) return lists?.get(wire.listId)?.title ?? null
  if (wire.inboxId) return inboxes?.get(wire.inboxId)?.title ?? wire.inboxId
  if (!wire.feedIdList) return null
  const [first = '', ...others] = feedIds
  const subscription = subscriptions?.get(`feed/${first}`)
  if (others.length === 0) return subscription?.title ?? feeds?.get(first)?.title ?? null
  const folder = subscription?.category ?? null
  return others.every((id) => subscriptions?.get(`feed/${id}`)?.category === folder) ? folder : null
}
