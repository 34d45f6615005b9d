/** Feeds, lists and folders are dragged with the mouse, to folders, out of them, and to views. */
import type { Scope } from 'effector'
import { useProvidedScope, useUnit } from 'effector-react'
import { useEffect } from 'react'
import { isView } from '../../contract/views.ts'
import { registry } from '../../model/app/registry.ts'
import { $view } from '../../model/location/index.ts'
import { $subscriptionSelection } from '../../model/selection/index.ts'
import { $subscriptions, $tree, type TreeRow } from '../../model/subscriptions/index.ts'
import { commandOfDrop, draggedWith, type DropTarget } from './subscription-drop.ts'

const TREE_ROW = '.tree-row[data-row-id]'
const VIEW_TAB = '.view-tabs [role="tab"]'

export function useSubscriptionDrag(): void {
  const scope = useProvidedScope() as Scope
  const invoke = useUnit(registry.commandInvoked)
  useEffect(() => {
    const listening = new AbortController()
    let dragged: readonly string[] = []
    let marked: Element | null = null
    const on = <Type extends keyof DocumentEventMap>(
      type: Type,
      listener: (event: DocumentEventMap[Type]) => void,
    ) => document.addEventListener(type, listener, { signal: listening.signal })
    const rowOf = (element: HTMLElement | null): TreeRow | undefined =>
      element ? scope.getState($tree).find(({ id }) => id === element.dataset.rowId) : undefined
    const mark = (element: Element | null) => {
      if (element === marked) return
      marked?.removeAttribute('data-drop-target')
      element?.setAttribute('data-drop-target', '')
      marked = element
    }
    const dropAt = (eventTarget: EventTarget | null) => {
      const found = dragged.length > 0 ? targetAt(eventTarget, rowOf) : null
      const command = found && commandOfDrop(dragged, found.target, scope.getState($subscriptions))
      return command ? { element: found.element, command } : null
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
      dragged = draggedWith(row, {
        subscriptions: scope.getState($subscriptions),
        selected: scope.getState($subscriptionSelection).ids,
        view: scope.getState($view),
      })
      if (dragged.length === 0) return event.preventDefault()
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', row.title)
    })
    const over = (event: DragEvent) => {
      const drop = dropAt(event.target)
      mark(drop?.element ?? null)
      if (drop) event.preventDefault()
    }
    on('dragenter', over)
    on('dragover', over)
    on('drop', (event) => {
      const drop = dropAt(event.target)
      mark(null)
      dragged = []
      if (!drop) return
      event.preventDefault()
      invoke({ ...drop.command, source: 'button' })
    })
    on('dragend', () => {
      mark(null)
      dragged = []
    })
    return () => {
      mark(null)
      listening.abort()
    }
  }, [scope, invoke])
}

function targetAt(
  at: EventTarget | null,
  rowOf: (element: HTMLElement | null) => TreeRow | undefined,
): { readonly element: Element; readonly target: DropTarget } | null {
  if (!(at instanceof Element)) return null
  const tab = at.closest(VIEW_TAB)
  if (tab) {
    const view = [...(tab.parentElement?.querySelectorAll('[role="tab"]') ?? [])].indexOf(tab)
    return isView(view) ? { element: tab, target: { is: 'view', view } } : null
  }
  const element = at.closest<HTMLElement>(TREE_ROW)
  const row = rowOf(element)
  return element && row ? { element, target: { is: 'row', row } } : null
}
