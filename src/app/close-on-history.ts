/**
 * Back and forward in the browser's history close what is on top of the page first: a menu, the palette, a dialog. The
 * page below stays where it is.
 */
import { scopeBind, type Scope } from 'effector'
import { $dialogStack, dialogClosed } from '../model/layout/index.ts'
import { $palette, paletteClosed } from '../model/palette/index.ts'

/** Position in the history, as react-router stores it. */
const indexOf = (state: unknown): number | null => {
  const index = (state as { idx?: unknown } | null)?.idx
  return typeof index === 'number' ? index : null
}

/** Where the page is in the history: when back or forward is reported, the browser has already left. */
let index: number | null = null

/** To be called when the router has navigated. */
export function rememberHistoryIndex(): void {
  index = indexOf(window.history.state)
}

/** Starts before the router, so that it hears of a navigation first. */
export function closeOnHistoryNavigation(scope: Scope): void {
  const closePalette = scopeBind(paletteClosed, { scope })
  const closeDialog = scopeBind(dialogClosed, { scope })
  let isReverting = false

  const closeTop = (): boolean => {
    const menu = document.querySelector(
      ':is([data-focus-area="menu"], [data-focus-area="dropdown-menu"]):not([data-state="closed"])',
    )
    if (menu)
      menu.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    else if (scope.getState($palette).open) closePalette()
    else if (scope.getState($dialogStack).length > 0) closeDialog()
    else return false
    return true
  }
  window.addEventListener('popstate', (event) => {
    const next = indexOf(event.state)
    if (isReverting) {
      isReverting = false
      event.stopImmediatePropagation()
      return
    }
    if (index !== null && next !== null && next !== index && closeTop()) {
      isReverting = true
      event.stopImmediatePropagation()
      window.history.go(index - next)
      return
    }
  })
}
