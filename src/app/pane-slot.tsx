/**
 * A pane is drawn into an element of its own, which is laid into the slot that its column offers. The columns of the first
 * list can so give way to those that can be resized, and no pane is drawn anew, or loses its place in a list or the keys.
 */
import { useCallback } from 'react'

const nodes = new Map<string, HTMLElement>()

/** The element that a pane is drawn into; the same as long as the page lives. */
export function paneNode(id: string): HTMLElement {
  const known = nodes.get(id)
  if (known) return known
  const node = document.createElement('div')
  node.className = 'pane-slot'
  nodes.set(id, node)
  return node
}

export function PaneSlot({ id }: { readonly id: string }) {
  const take = useCallback(
    (slot: HTMLElement | null) => (slot ? layInto(slot, paneNode(id)) : undefined),
    [id],
  )
  return <div className="pane-slot" ref={take} />
}

type Moving = HTMLElement & { moveBefore?: (node: Node, before: Node | null) => void }

function layInto(slot: Moving, node: HTMLElement): void {
  if (node.parentNode === slot) return
  // Asking where it is scrolled to would lay out a page that is only half there.
  if (!node.isConnected) return slot.append(node)
  if (slot.moveBefore) return slot.moveBefore(node, null)
  // Where a browser cannot move, it takes away and puts back: scrolling and focus begin anew.
  const focused = node.contains(document.activeElement) ? document.activeElement : null
  const scrolled = [...node.querySelectorAll('[data-scroll]')].map((one) => [one, one.scrollTop] as const)
  slot.append(node)
  for (const [one, top] of scrolled) one.scrollTop = top
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
}
