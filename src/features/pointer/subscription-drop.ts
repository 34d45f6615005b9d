/** Where subscriptions may be dropped, and which command a drop runs. */
import type { Invocation } from '../../core/index.ts'
import type { View } from '../../contract/views.ts'
import type { LocalSubscription } from '../../model/rows.ts'
import type { TreeRow } from '../../model/subscriptions/index.ts'

export type DropTarget =
  | { readonly is: 'row'; readonly row: TreeRow }
  | { readonly is: 'view'; readonly view: View }

type Subscriptions = ReadonlyMap<string, Pick<LocalSubscription, 'type' | 'view' | 'category'>>

/** Ids of what is dragged with a row: itself, all selected ones where it is one of them, or what a folder holds. */
export function draggedWith(row: TreeRow, { subscriptions, selected, view }: DragSource): readonly string[] {
  if (row.kind === 'folder')
    return [...subscriptions].flatMap(([id, one]) =>
      !row.automatic && one.view === view && one.category === row.title ? [id] : [],
    )
  if (row.subscriptionId === undefined || row.kind === 'inbox') return []
  return selected.has(row.subscriptionId) ? [...selected] : [row.subscriptionId]
}
export type DragSource = {
  readonly subscriptions: Subscriptions
  readonly selected: ReadonlySet<string>
  readonly view: View
}

/** @returns null where nothing would change: the target takes no drop */
export function commandOfDrop(
  ids: readonly string[],
  target: DropTarget,
  subscriptions: Subscriptions,
): Pick<Invocation, 'id' | 'args'> | null {
  const changed = (differs: (one: Pick<LocalSubscription, 'type' | 'view' | 'category'>) => boolean) =>
    ids.filter((id) => {
      const one = subscriptions.get(id)
      return one !== undefined && differs(one)
    })
  if (target.is === 'view') {
    const moved = changed(({ view }) => view !== target.view)
    return moved.length === 0
      ? null
      : { id: 'subscription:move-to-view', args: { subscriptions: moved, view: target.view } }
  }
  const folder = folderOf(target.row, subscriptions)
  if (folder === undefined) return null
  // Only feeds are in folders.
  const moved = changed(({ type, category }) => type === 'feed' && (category || null) !== folder)
  if (moved.length === 0) return null
  return folder === null
    ? { id: 'subscription:take-out-of-folder', args: { subscriptions: moved } }
    : { id: 'subscription:move', args: { subscriptions: moved, category: folder } }
}

/** The folder that a row is or is in; null: it is outside of folders; undefined: it has nothing to do with them. */
function folderOf(row: TreeRow, subscriptions: Subscriptions): string | null | undefined {
  if (row.kind === 'folder') return row.automatic ? undefined : row.title
  if (row.kind === 'feed') return subscriptions.get(row.subscriptionId ?? '')?.category || null
  return row.kind === 'all' ? null : undefined
}
