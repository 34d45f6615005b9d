import type { HintScope } from '../../model/hints/index.ts'

/** px from the window's upper left corner. */
export type HintTarget = { readonly element: HTMLElement; readonly left: number; readonly top: number }

const CONTROLS = [
  'a[href]',
  'button:not(:disabled)',
  'input:not(:disabled, [type="hidden"])',
  'select:not(:disabled)',
  'textarea:not(:disabled)',
  'summary',
  'audio[controls]',
  'video[controls]',
  '[contenteditable="true"]',
  '[role="tab"]',
  '[role="treeitem"]',
  '[role="option"]',
  '[role^="menuitem"]',
  '[role="switch"]',
].join(',')
/** Only web pages can be shown in a frame. */
const PAGES = 'a[href^="https:"], a[href^="http:"]'
const ENTRY = '[data-focus-area="entry-render"] [data-entry-scroll]'

/** What is visible and can be activated: in the open entry, or everything that is not covered. */
export function hintTargets(scope: HintScope): readonly HintTarget[] {
  const root = scope === 'interface' ? document.body : document.querySelector(ENTRY)
  return [...(root?.querySelectorAll<HTMLElement>(scope === 'beside' ? PAGES : CONTROLS) ?? [])].flatMap(
    (element) => {
      const point = visiblePoint(element)
      return point ? [{ element, ...point }] : []
    },
  )
}

/** Where an element begins, if it is in the window and nothing covers it. A link that wraps has several boxes. */
function visiblePoint(element: HTMLElement): { left: number; top: number } | null {
  for (const { left, top, width, height } of element.getClientRects()) {
    if (width < 2 || height < 2) continue
    const x = left + Math.min(width / 2, 8)
    // The upper edge of a row may lie below the header of its day.
    for (const down of [Math.min(height / 2, 12), height / 2])
      if (isUncovered(element, x, top + down))
        return { left: Math.max(0, left), top: Math.max(0, down < 13 ? top : top + down - 12) }
  }
  return null
}

function isUncovered(element: HTMLElement, x: number, y: number): boolean {
  if (x < 0 || y < 0 || x >= window.innerWidth || y >= window.innerHeight) return false
  const hit = document.elementFromPoint(x, y)
  return hit !== null && (element.contains(hit) || hit.contains(element))
}
