/** Gives feeds and folders a place of the user's choice in the subscription column. */
import { combine, createEvent, sample } from 'effector'
import type { ChangeTitle } from '../../local/calls.ts'
import { compareNames } from '../../core/index.ts'
import { folderRenamed, subscriptionsMoved } from './events.ts'
import { settingChanged } from '../settings/index.ts'
import { $location } from '../location/index.ts'
import type { SubscriptionOrder } from './build-tree.ts'
import { describeMove } from './change-titles.ts'
import { $openFolders, folderToggled } from './folders.ts'
import { $subscribedFeeds, $subscriptionOrder } from './tree.ts'
import type { TreeRow } from './types.ts'
import { $unreadSources } from './unread-sources.ts'

/** Bound of a folder's list of places: settings are synchronised as a whole. */
const MAX_PLACES = 400

/** Puts feeds, or a folder, at a place. */
export type Placement = {
  /** Ids of rows, all of them feeds or all of them folders. */
  readonly rows: readonly string[]
  /** Name of the folder that they are in afterwards; '' outside of folders. */
  readonly folder: string
  /** Id of the row that they come to stand before; absent: after all others. */
  readonly before?: string | undefined
}

/** The rows in a folder, or the ones of a kind outside of folders. */
export function rowsIn(
  rows: readonly TreeRow[],
  { folder, kind }: { readonly folder: string; readonly kind: TreeRow['kind'] },
): readonly TreeRow[] {
  if (folder === '') return rows.filter((row) => row.kind === kind && row.depth === 0)
  const inside = rows.slice(rows.findIndex((row) => row.kind === 'folder' && row.title === folder) + 1)
  const end = inside.findIndex(({ depth }) => depth === 0)
  return end === -1 ? inside : inside.slice(0, end)
}

/** Name of the folder that a row is in; '' outside of folders. */
export function folderOf(rows: readonly TreeRow[], id: string): string {
  const at = rows.findIndex((row) => row.id === id)
  if (at === -1 || rows[at]?.depth === 0) return ''
  return rows.slice(0, at).findLast(({ kind }) => kind === 'folder')?.title ?? ''
}

/**
 * Where the keys put a row: by so many rows within its folder, or from its end to the next folder.
 * @param rows of the column, those of closed folders included
 * @param visible ids of the rows that it is moved over one by one
 * @returns null: it is the first or the last one already
 */
export function steppedPlacement(
  rows: readonly TreeRow[],
  visible: ReadonlySet<string>,
  { id, by }: { readonly id: string; readonly by: number },
): Placement | null {
  const row = rows.find((one) => one.id === id)
  if (row?.kind !== 'feed' && row?.kind !== 'folder') return null
  const folder = folderOf(rows, id)
  const siblings = rowsIn(rows, { folder, kind: row.kind })
  const steps = siblings.filter((one) => one.id === id || visible.has(one.id))
  const at = steps.findIndex((one) => one.id === id)
  const to = Math.min(steps.length - 1, Math.max(0, at + by))
  const over = steps[to]
  if (over && to !== at) {
    const next = by < 0 ? over : siblings[siblings.indexOf(over) + 1]
    return { rows: [id], folder, before: next?.id }
  }
  // Feeds of one site are grouped without a folder of theirs.
  const folders = rows.filter(({ kind, automatic }) => kind === 'folder' && !automatic)
  const names = [...folders.map(({ title }) => title), '']
  const nextFolder = names[names.indexOf(folder) + Math.sign(by)]
  if (row.kind === 'folder' || nextFolder === undefined || !names.includes(folder)) return null
  const first = by > 0 ? rowsIn(rows, { folder: nextFolder, kind: 'feed' })[0] : undefined
  return { rows: [id], folder: nextFolder, before: first?.id }
}

/** The order with rows at their new place. Rows at the end of a folder that are sorted by name need none. */
function orderWith(
  order: SubscriptionOrder,
  rows: readonly TreeRow[],
  { rows: ids, folder, before }: Placement,
): SubscriptionOrder {
  const moved = ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
  const others = rowsIn(rows, { folder, kind: moved[0]?.kind ?? 'feed' }).filter(
    ({ id }) => !ids.includes(id),
  )
  const at = others.findIndex(({ id }) => id === before)
  const placed = others.toSpliced(at === -1 ? others.length : at, 0, ...moved)
  const sorted = placed.findLastIndex(
    ({ title }, index) => index > 0 && compareNames(placed[index - 1]?.title ?? '', title) > 0,
  )
  const known = new Set(placed.map(({ id }) => id))
  const rest = (order.get(folder) ?? []).filter((id) => !known.has(id))
  const places = placed.slice(0, Math.max(0, sorted)).map(({ id }) => id)
  return new Map([...order, [folder, [...rest, ...places].slice(-MAX_PLACES)]])
}

/** Feeds or a folder are put at a place. */
export const rowsPlaced = createEvent<Placement>()
/** A folder, or '' for what is in none, is sorted by name again. */
export const folderSorted = createEvent<string>()

const orderChanged = createEvent<{ readonly order: SubscriptionOrder; readonly title?: ChangeTitle }>()

const planned = sample({
  clock: rowsPlaced,
  source: combine({ column: $unreadSources, order: $subscriptionOrder, followed: $subscribedFeeds }),
  fn: ({ column: { rows }, order, followed }, placement) => {
    const { folder } = placement
    const ids = placement.rows.flatMap((id) => {
      const row = rows.find((one) => one.id === id)
      return row?.subscriptionId && folderOf(rows, id) !== folder ? [row.subscriptionId] : []
    })
    const moves = ids.flatMap((id) => {
      const row = followed.subscriptions.get(id)
      return row ? [{ id, view: row.view, category: folder || null }] : []
    })
    const [first] = placement.rows
    const titles = { title: rows.find(({ id }) => id === first)?.title ?? '', count: placement.rows.length }
    const { key, values } =
      moves.length > 0
        ? describeMove(moves, followed)
        : { key: placement.rows.length > 1 ? 'app:undo.moved' : 'app:undo.placed', values: titles }
    return { ids, folder, title: { key, values }, order: orderWith(order, rows, placement) }
  },
})
sample({
  clock: planned,
  filter: ({ ids }) => ids.length > 0,
  fn: ({ ids, folder, title }) => ({ ids, category: folder || null, title }),
  target: subscriptionsMoved,
})
sample({ clock: planned, fn: ({ order, title }) => ({ order, title }), target: orderChanged })
/** What was moved into a closed folder stays in sight. */
sample({
  clock: planned,
  source: { open: $openFolders, location: $location },
  filter: ({ open, location }, { folder }) => folder !== '' && !open.has(`${location.view}/${folder}`),
  fn: (_, { folder }) => folder,
  target: folderToggled,
})

sample({
  clock: folderSorted,
  source: $subscriptionOrder,
  fn: (order, folder) => ({ order: new Map([...order].filter(([name]) => name !== folder)) }),
  target: orderChanged,
})
/** The former name stays, for an undo. */
sample({
  clock: folderRenamed,
  source: $subscriptionOrder,
  filter: (order, { from }) => order.has(from) || (order.get('') ?? []).includes(`folder/${from}`),
  fn: (order, { from, to }) => {
    const name = to.trim()
    const top = (order.get('') ?? []).flatMap((id) => (id === `folder/${from}` ? [id, `folder/${name}`] : id))
    const inside = [...(order.get(name) ?? []), ...(order.get(from) ?? [])]
    return { order: new Map([...order, ['', top], [name, inside]]) }
  },
  target: orderChanged,
})

sample({
  clock: orderChanged,
  fn: ({ order, title }) =>
    ({
      tab: 'general',
      key: 'subscriptionOrder',
      value: Object.fromEntries([...order].filter(([, ids]) => ids.length > 0)),
      ...(title && { title }),
    }) as const,
  target: settingChanged,
})
