/** A copy of the reader's panes as the next start will draw them, made from what React has drawn. */
import { leaveRows, type Leaving } from './leave-rows.ts'
import type { SnapshotNode } from './types.ts'

/** Notices, and the open entry: a start draws them later. */
const LATER = '.timeline-news, .state-notices, [data-focus-area="entry-render"]'
/** The rows of pages: the same, and nothing stands in their place until then. */
const ABSENT = '.page-rows'

/**
 * @param reader the screen
 * @param leaving what the next start will not list
 * @returns null where the next start will draw something else
 */
export function copyReader(reader: Element, leaving: Leaving): SnapshotNode | null {
  // In a document of its own, in which pictures do not load.
  const copy = document.implementation.createHTMLDocument().importNode(reader, true)
  const tops = scrollTops(reader)
  for (const [at, scroller] of [...copy.querySelectorAll('[data-scroll]')].entries())
    if (tops[at]) scroller.setAttribute('top', String(tops[at]))
  for (const part of copy.querySelectorAll(LATER)) part.replaceChildren()
  for (const part of copy.querySelectorAll(ABSENT)) part.remove()
  const list = copy.querySelector('.entry-list')
  const height = reader.querySelector('.timeline [data-scroll]')?.clientHeight || window.innerHeight
  if (!list || !leaveRows(list, { ...leaving, height })) return null
  leaveEntry(copy)
  dropUnseen(copy.querySelectorAll('.tree-row'), { top: tops[0] ?? 0, height: window.innerHeight })
  return nodeOf(copy)
}

const scrollTops = (reader: Element): number[] =>
  [...reader.querySelectorAll('[data-scroll]')].map(({ scrollTop }) => scrollTop)

/** A start opens no entry, and focuses the list. */
function leaveEntry(copy: Element): void {
  copy.querySelector('.timeline [data-scroll]')?.removeAttribute('aria-activedescendant')
  for (const row of copy.querySelectorAll('.entry-row[aria-current]')) {
    row.removeAttribute('aria-current')
    row.setAttribute('aria-selected', 'false')
  }
  for (const pane of copy.querySelectorAll('[data-focus-area]'))
    pane.toggleAttribute('data-focused-area', pane.matches('.timeline'))
}

function dropUnseen(rows: Iterable<Element>, seen: { readonly top: number; readonly height: number }): void {
  for (const row of rows) {
    const top = Number.parseFloat((row as HTMLElement).style.top)
    if (top > seen.top + seen.height) row.remove()
  }
}

/** Which screen it is says the one that takes keys. */
const LEFT_OUT = 'data-screen'

function nodeOf(element: Element): SnapshotNode {
  const attributes = [...element.attributes]
    .filter(({ name }) => name !== LEFT_OUT)
    .map(({ name, value }) => [name, value] as const)
  const children = [...element.childNodes].flatMap((child): SnapshotNode[] => {
    if (child.nodeType === Node.TEXT_NODE) return child.nodeValue ? [child.nodeValue] : []
    return child.nodeType === Node.ELEMENT_NODE ? [nodeOf(child as Element)] : []
  })
  return [element.localName, Object.fromEntries(attributes), ...children]
}
