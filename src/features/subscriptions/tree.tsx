/** Folders and feeds as one virtualised tree. */
import type { Scope } from 'effector'
import { useProvidedScope, useUnit } from 'effector-react'
import { useCallback, useEffect, useMemo, useRef, type MouseEvent } from 'react'
import type { Invocation } from '../../core/index.ts'
import { registry } from '../../model/app/registry.ts'
import { $ready } from '../../model/app/index.ts'
import { $scrollAtStart } from '../../model/layout/index.ts'
import { $view } from '../../model/location/index.ts'
import { $subscriptionSelection } from '../../model/selection/index.ts'
import { $appearance, $general } from '../../model/settings/index.ts'
import {
  $currentRow,
  $ownListIds,
  $subscriptionIndex,
  $tree,
  folderToggled,
  subscriptionIdsOf,
  treeRowFocused,
  type TreeRow,
} from '../../model/subscriptions/index.ts'
import { menuOfSource } from '../../model/menus/index.ts'
import { ContextMenu, Delayed, Skeleton, useTranslation } from '../../ui/index.ts'
import { commandMenu, useCommandPresentationGetter } from '../shared/command-presentation/index.ts'
import { heightOf, layOut, topOf, useViewport, useWindow } from '../../ui/long-list/index.ts'
import { SubscriptionRow } from './subscription-row.tsx'
import { treePositions } from './tree-positions.ts'

/** rem, as in the styles */
const ROW = 2

export function Tree() {
  const { t } = useTranslation()
  const { rows, currentRow, ready, appearance, selection } = useUnit({
    rows: $tree,
    currentRow: $currentRow,
    ready: $ready,
    appearance: $appearance,
    selection: $subscriptionSelection,
  })
  const [focused, toggled, invoke] = useUnit([treeRowFocused, folderToggled, registry.commandInvoked])
  const faceOf = useCommandPresentationGetter()
  const scope = useProvidedScope() as Scope
  const scroller = useRef<HTMLDivElement>(null)
  const rowHeight = ROW * appearance.uiTextSize
  const geometry = useMemo(
    () =>
      layOut(rows.length > 0 ? [{ from: 0, to: rows.length }] : [], {
        rowHeight,
        headerHeight: 0,
        columns: 1,
      }),
    [rows.length, rowHeight],
  )
  const locations = useMemo(() => treePositions(rows), [rows])
  const currentId = currentRow?.id ?? null
  // While the cursor is on a page under the tree, the row it came from: returning there moves nothing.
  const lastId = useRef(currentId)
  if (currentId !== null) lastId.current = currentId
  const at = rows.findIndex((row) => row.id === lastId.current)
  // Only the cursor moves the list; a count that changes, or a folder that opens elsewhere, does not.
  const aim = {
    list: '',
    id: lastId.current,
    row: at,
    keyAt: (row: number) => rows[row]?.id,
    rowOf: (key: unknown) => rows.findIndex(({ id }) => id === key),
  }
  const viewport = useViewport(scroller, scope.getState($scrollAtStart)['subscription-list'])
  const drawn = useWindow(geometry, viewport, aim)
  const latest = useRef(rows)
  useEffect(() => void (latest.current = rows), [rows])

  const open = useCallback(
    (row: TreeRow, { ctrlKey, metaKey, shiftKey }: MouseEvent) => {
      focused(row.id)
      if ((ctrlKey || metaKey || shiftKey) && row.subscriptionId !== undefined) {
        const id = shiftKey ? 'selection:extend-subscriptions' : 'selection:toggle-subscription'
        invoke({ id, source: 'button', args: { subscription: row.subscriptionId } })
        return
      }
      // The row updates at once; the other panes update in a separate task, so that the click is not delayed.
      setTimeout(() => invoke({ ...openingOf(row), source: 'button' }))
    },
    [focused, invoke],
  )
  const toggle = useCallback(
    (row: TreeRow) =>
      row.kind === 'labels' ? invoke({ id: 'label:fold', source: 'button' }) : toggled(row.title),
    [toggled, invoke],
  )
  const membersOf = ({ source }: TreeRow) =>
    subscriptionIdsOf(source, {
      index: scope.getState($subscriptionIndex),
      view: scope.getState($view),
      autoGroup: scope.getState($general).autoGroup,
    }) ?? []
  const itemsFor = (target: Element) => {
    const rowId = target.closest<HTMLElement>('[data-row-id]')?.dataset.rowId
    // Opened by keys while the current row is scrolled out of sight.
    const id = rowId ?? (target.contains(scroller.current) ? currentId : undefined)
    const row = latest.current.find((one) => one.id === id)
    if (!row) return []
    focused(row.id)
    const isOwn = row.source.kind === 'list' && scope.getState($ownListIds).has(row.source.id)
    return commandMenu(
      menuOfSource(row.kind, { isOwn, commands: scope.getState(registry.$commands) }),
      faceOf,
      {
        ...(row.source.kind === 'search' && row.kind !== 'rare' && { search: row.source.query }),
        ...(row.label !== undefined && { label: row.label }),
        ...(row.subscriptionId && { subscriptions: [row.subscriptionId] }),
        ...(row.kind === 'folder' && { subscriptions: membersOf(row) }),
        ...(row.kind === 'folder' && { category: row.title }),
      },
    )
  }

  return (
    <>
      <div className="ui-visually-hidden" role="status">
        {selection.ids.size > 0 ? t('timeline.selected', { count: selection.ids.size }) : ''}
      </div>
      <ContextMenu className="pane-scroll" label={t('tree.menu')} itemsFor={itemsFor}>
        <div
          ref={scroller}
          className="tree"
          data-scroll
          tabIndex={0}
          role="tree"
          aria-multiselectable
          aria-label={t('tree.label')}
          aria-activedescendant={currentId ? rowElementId(currentId) : undefined}
          aria-busy={!ready}
        >
          <div className="tree-rows" role="presentation" style={{ height: heightOf(geometry) }}>
            {rows.slice(drawn.from, drawn.to).map((row, offset) => (
              <SubscriptionRow
                key={row.id}
                elementId={rowElementId(row.id)}
                row={row}
                cursor={row.id === currentId}
                selected={row.subscriptionId !== undefined && selection.ids.has(row.subscriptionId)}
                position={locations[drawn.from + offset] ?? { position: 1, size: 1 }}
                top={topOf(geometry, drawn.from + offset)}
                showUnread={appearance.sidebarShowUnreadCount}
                showMarks={!appearance.hideExtraBadge}
                onOpen={open}
                onToggle={toggle}
              />
            ))}
          </div>
          {!ready && rows.length <= 2 && waiting}
        </div>
      </ContextMenu>
    </>
  )
}

const rowElementId = (id: string) => `row-${id.replaceAll(/\s/g, '_')}`

const Waiting = () => (
  <div className="tree-waiting" aria-hidden="true">
    {[62, 48, 71, 55, 40, 66].map((width) => (
      <Skeleton key={width} width={`${width}%`} />
    ))}
  </div>
)

const waiting = (
  <Delayed>
    <Waiting />
  </Delayed>
)

/** The command that opens a row, with its arguments. */
function openingOf({ kind, title, subscriptionId, source }: TreeRow): {
  id: string
  args?: Invocation['args']
} {
  if (kind === 'all') return { id: 'go:all' }
  if (kind === 'stars') return { id: 'go:stars' }
  if (kind === 'rare') return { id: 'go:rare-voices' }
  if (kind === 'labels') return { id: 'label:fold' }
  if (source.kind === 'search') return { id: 'search:open', args: { search: source.query } }
  return kind === 'folder'
    ? { id: 'go:folder', args: { category: title } }
    : { id: 'go:subscription', args: { subscription: subscriptionId ?? '' } }
}
