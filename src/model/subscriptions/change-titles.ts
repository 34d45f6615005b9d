/** What a change of subscriptions did, for the journal: "moved “Feed 11” to “News”". */
import type { ChangeTitle, LocalSubscription } from '../../local/calls.ts'
import type { View } from '../../contract/views.ts'
import type { VisibleRows } from '../outbox/tables.ts'
import { publishedTitle, subscriptionTitle } from './subscription-title.ts'
import type { SubscriptionPatch } from './types.ts'

type Rows = Pick<VisibleRows, 'subscriptions' | 'feeds' | 'lists' | 'inboxes'>
type Position = { readonly id: string; readonly view: View; readonly category: string | null }

export function describeEdit(id: string, patch: SubscriptionPatch, rows: Rows): ChangeTitle {
  const row = rows.subscriptions?.get(id)
  const many = 'app:undo.editedMany'
  if (!row) return { key: many, many, values: { count: 1 } }
  const title = subscriptionTitle(row, rows)
  const changed = new Set(
    Object.entries(patch).flatMap(([key, value]) =>
      row[key as keyof LocalSubscription] === value ? [] : [key],
    ),
  )
  if (changed.size === 1 && changed.has('title'))
    return {
      key: 'app:undo.renamed',
      many,
      values: { title, to: patch.title || publishedTitle(row, rows), count: 1 },
    }
  if (changed.size > 0 && [...changed].every((key) => key === 'category' || key === 'view'))
    return describeMove(
      [
        {
          id,
          view: patch.view ?? row.view,
          category: patch.category === undefined ? row.category : patch.category,
        },
      ],
      rows,
    )
  return { key: 'app:undo.edited', many, values: { title, count: 1 } }
}

export function describeMove(moves: readonly Position[], rows: Rows): ChangeTitle {
  const many = 'app:undo.movedMany'
  const count = moves.length
  const [move] = moves
  const row = move && rows.subscriptions?.get(move.id)
  if (!move || !row) return { key: many, many, values: { count } }
  const folder = moves.every(({ category }) => category === move.category) ? move.category : null
  if (count > 1)
    return folder === null
      ? { key: many, many, values: { count } }
      : { key: 'app:undo.movedManyTo', many, values: { count, folder } }
  const title = subscriptionTitle(row, rows)
  if (folder !== row.category)
    return folder === null
      ? { key: 'app:undo.movedOut', many, values: { title, folder: row.category ?? '', count } }
      : { key: 'app:undo.movedTo', many, values: { title, folder, count } }
  return { key: 'app:undo.movedView', many, values: { title, count } }
}

export function describeUnfollow(removed: readonly LocalSubscription[], rows: Rows): ChangeTitle {
  const many = 'app:undo.unfollowedMany'
  const [first] = removed
  const count = removed.length
  return first && count === 1
    ? { key: 'app:undo.unfollowed', many, values: { title: subscriptionTitle(first, rows), count } }
    : { key: many, many, values: { count } }
}
