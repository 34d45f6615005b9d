/** Where subscriptions may be dropped, and which command a drop runs. */
import type { Invocation } from '../../core/index.ts'
import type { View } from '../../contract/views.ts'
import type { LocalSubscription } from '../../model/rows.ts'
import type { TreeRow } from '../../model/subscriptions/index.ts'
import { folderOf, rowsIn, type Placement } from '../../model/subscriptions/subscription-order.ts'

export type DropTarget =
  | {
      readonly is: 'row'
      readonly row: TreeRow
      /** Where at the row; absent: on it. */
      readonly edge?: 'before' | 'after'
    }
  | { readonly is: 'view'; readonly view: View }

type Subscriptions = ReadonlyMap<string, Pick<LocalSubscription, 'type' | 'view' | 'category'>>

/** What a drop between rows needs: the column, and the row that is dragged. */
export type DropColumn = {
  readonly dragged: TreeRow
  /** Those of closed folders included. */
  readonly rows: readonly TreeRow[]
}

/**
 * What is put where by a drop between rows: feeds between feeds, a folder between folders.
 * @returns null: it is no such drop
 */
export function placementOfDrop(
  ids: readonly string[],
  target: DropTarget,
  { dragged, rows }: DropColumn,
): Placement | null {
  if (target.is !== 'row' || !target.edge || target.row.kind !== dragged.kind) return null
  const { row, edge } = target
  if (row.kind !== 'feed' && row.kind !== 'folder') return null
  const moved =
    row.kind === 'folder'
      ? [dragged]
      : rows.filter((one) => one.kind === 'feed' && ids.includes(one.subscriptionId ?? ''))
  const folder = folderOf(rows, row.id)
  const head = rows.find(({ kind, title }) => kind === 'folder' && title === folder)
  // Feeds of one site are grouped without a folder of theirs: no other feed goes there.
  if (head?.automatic && moved.some(({ id }) => folderOf(rows, id) !== folder)) return null
  const siblings = rowsIn(rows, { folder, kind: row.kind })
  const rest = siblings.filter(({ id }) => !moved.some((one) => one.id === id))
  const at = rest.findIndex(({ id }) => id === row.id)
  if (moved.length === 0 || at === -1) return null
  const to = edge === 'before' ? at : at + 1
  const placed = rest.toSpliced(to, 0, ...moved)
  const isThere = placed.length === siblings.length && placed.every((one, index) => one === siblings[index])
  return isThere ? null : { rows: moved.map(({ id }) => id), folder, before: rest[to]?.id }
}

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
  const folder = targetFolder(target.row, subscriptions)
  if (folder === undefined) return null
  // Only feeds are in folders.
  const moved = changed(({ type, category }) => type === 'feed' && (category || null) !== folder)
  if (moved.length === 0) return null
  return folder === null
    ? { id: 'subscription:take-out-of-folder', args: { subscriptions: moved } }
    : { id: 'subscription:move', args: { subscriptions: moved, category: folder } }
}

/** The folder that a row is or is in; null: it is outside of folders; undefined: it has nothing to do with them. */
function targetFolder(row: TreeRow, subscriptions: Subscriptions): string | null | undefined {
  if (row.kind === 'folder') return row.automatic ? undefined : row.title
  if (row.kind === 'feed') return subscriptions.get(row.subscriptionId ?? '')?.category || null
  return row.kind === 'all' ? null : undefined
}
