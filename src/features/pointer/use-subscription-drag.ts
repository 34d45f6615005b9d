/** Feeds, lists and folders are dragged with the mouse, to folders, out of them, and to views. */
import type { Scope } from 'effector'
import { useProvidedScope, useUnit } from 'effector-react'
import { useEffect } from 'react'
import { isView } from '../../contract/views.ts'
import { registry } from '../../model/app/registry.ts'
import { $view } from '../../model/location/index.ts'
import { $subscriptionSelection } from '../../model/selection/index.ts'
import { $subscriptions, $tree, type TreeRow } from '../../model/subscriptions/index.ts'
import { $unreadSources } from '../../model/subscriptions/unread-sources.ts'
import { commandOfDrop, draggedWith, placementOfDrop, type DropTarget } from './subscription-drop.ts'

const TREE_ROW = '.tree-row[data-row-id]'
const VIEW_TAB = '.view-tabs [role="tab"]'

export function useSubscriptionDrag(): void {
  const scope = useProvidedScope() as Scope
  const invoke = useUnit(registry.commandInvoked)
  useEffect(() => {
    const listening = new AbortController()
    let dragged: { readonly row: TreeRow; readonly ids: readonly string[] } | null = null
    let marked: Element | null = null
    const on = <Type extends keyof DocumentEventMap>(
      type: Type,
      listener: (event: DocumentEventMap[Type]) => void,
    ) => document.addEventListener(type, listener, { signal: listening.signal })
    const rowOf = (element: HTMLElement | null): TreeRow | undefined =>
      element ? scope.getState($tree).find(({ id }) => id === element.dataset.rowId) : undefined
    const mark = (element: Element | null, edge = '') => {
      if (element !== marked) marked?.removeAttribute('data-drop-target')
      element?.setAttribute('data-drop-target', edge)
      marked = element
    }
    const dropAt = ({ target: eventTarget, clientY }: DragEvent) => {
      if (!dragged) return null
      const { row, ids } = dragged
      const found = targetAt(eventTarget, { rowOf, dragged: row, y: clientY })
      if (!found) return null
      const { element, target } = found
      const { rows } = scope.getState($unreadSources)
      const placement = placementOfDrop(ids, target, { dragged: row, rows })
      if (placement) {
        const command = { id: 'subscription:place', args: { placement } }
        return { element, command, edge: target.is === 'row' ? target.edge : '' }
      }
      const command = commandOfDrop(ids, target, scope.getState($subscriptions))
      return command ? { element, command, edge: '' } : null
    }
    // A finger scrolls and presses long: only a mouse drags.
    on('pointerdown', ({ target, pointerType }) => {
      const row = target instanceof Element ? target.closest<HTMLElement>(TREE_ROW) : null
      if (row) row.draggable = pointerType === 'mouse'
    })
    on('dragstart', (event) => {
      const element = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>(TREE_ROW) : null
      const row = rowOf(element)
      if (!row || !event.dataTransfer) return
      const ids = draggedWith(row, {
        subscriptions: scope.getState($subscriptions),
        selected: scope.getState($subscriptionSelection).ids,
        view: scope.getState($view),
      })
      if (ids.length === 0) return event.preventDefault()
      dragged = { row, ids }
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', row.title)
    })
    const over = (event: DragEvent) => {
      const drop = dropAt(event)
      mark(drop?.element ?? null, drop?.edge)
      if (drop) event.preventDefault()
    }
    on('dragenter', over)
    on('dragover', over)
    on('drop', (event) => {
      const drop = dropAt(event)
      mark(null)
      dragged = null
      if (!drop) return
      event.preventDefault()
      invoke({ ...drop.command, source: 'button' })
    })
    on('dragend', () => {
      mark(null)
      dragged = null
    })
    return () => {
      mark(null)
      listening.abort()
    }
  }, [scope, invoke])
}

type Pointing = {
  readonly rowOf: (element: HTMLElement | null) => TreeRow | undefined
  readonly dragged: TreeRow
  /** px from the top of the window. */
  readonly y: number
}

function targetAt(
  at: EventTarget | null,
  { rowOf, dragged, y }: Pointing,
): { readonly element: Element; readonly target: DropTarget } | null {
  if (!(at instanceof Element)) return null
  const tab = at.closest(VIEW_TAB)
  if (tab) {
    const view = [...(tab.parentElement?.querySelectorAll('[role="tab"]') ?? [])].indexOf(tab)
    return isView(view) ? { element: tab, target: { is: 'view', view } } : null
  }
  const element = at.closest<HTMLElement>(TREE_ROW)
  const row = rowOf(element)
  if (!element || !row) return null
  if (row.kind !== dragged.kind) return { element, target: { is: 'row', row } }
  const { top, height } = element.getBoundingClientRect()
  // The middle of a folder takes what another one holds.
  const border = row.kind === 'folder' ? height / 3 : height / 2
  if (y - top < border) return { element, target: { is: 'row', row, edge: 'before' } }
  return y - top < height - border
    ? { element, target: { is: 'row', row } }
    : { element, target: { is: 'row', row, edge: 'after' } }
}
