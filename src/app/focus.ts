/** Where the keys go: follows the browser's focus, and moves it when a command asks. */
import { createStore, createWatch, scopeBind, type Scope } from 'effector'
import { $location, context, focusRequested } from '../model/index.ts'
import { isClosing } from '../ui/index.ts'

export type Pane = 'subscription-list' | 'timeline' | 'entry-render'
export const panes: readonly Pane[] = ['subscription-list', 'timeline', 'entry-render']
const isPane = (area: string): area is Pane => (panes as readonly string[]).includes(area)

/** The pane that had the keyboard last, also while a dialog has it: narrow windows show this one. */
export const $pane = createStore<Pane>('timeline', { serialize: 'ignore' }).on(context.$area, (pane, area) =>
  isPane(area) ? area : pane,
)
/** A pane that is not on the screen yet is waited for this long, in frames. */
const FRAMES_WAITED = 10
/** A screen loads its code and its translations first. */
const SCREEN_FRAMES_WAITED = 120
/** The focus area of a screen other than the reader: settings, discover, not found. */
const SCREEN_AREA = '[data-screen]:not([data-screen="reader"]) [data-focus-area]'

const isOpen = (area: HTMLElement | null): area is HTMLElement =>
  area !== null && area.isConnected && !isClosing(area)

/**
 * Starts following. The area that has the keyboard carries `data-focused-area`: its current row is drawn in the accent.
 * @returns where a key goes that is pressed now
 */
export function followFocus(scope: Scope): () => string {
  const areaFocused = scopeBind(context.areaFocused, { scope })
  let marked: HTMLElement | null = null

  const follow = () => {
    const area = document.activeElement?.closest<HTMLElement>('[data-focus-area]') ?? null
    // Focus that fell to the body (its element went away) leaves the keys with the area that had them.
    if (!isOpen(area)) return
    if (area !== marked) {
      marked?.removeAttribute('data-focused-area')
      area.setAttribute('data-focused-area', '')
      marked = area
    }
    if (scope.getState(context.$area) !== area.dataset.focusArea)
      areaFocused(area.dataset.focusArea ?? 'timeline')
  }
  /** A dialog or pane that goes away with the focus in it must not keep the keys. */
  const recover = () => {
    follow()
    if (isOpen(marked)) return
    // Where another screen stands, the panes are not there to take the keys.
    if (focusScreen(0)) return follow()
    areaFocused(scope.getState($pane))
    focusPane(scope.getState($pane), FRAMES_WAITED)
  }
  document.addEventListener('focusin', follow)
  document.addEventListener('focusout', () => requestAnimationFrame(recover))
  const bringUp = (area: string) => {
    // Told before the element is focused, because where one pane shows at a time it is this that brings it up.
    areaFocused(area)
    focusPane(area, FRAMES_WAITED)
  }
  // An entry that was closed leaves nothing to read: the keys go back to the list.
  createWatch({
    unit: $location.updates,
    scope,
    fn: ({ entryId }) => {
      if (entryId === null && scope.getState($pane) === 'entry-render') bringUp('timeline')
    },
  })
  createWatch({ unit: focusRequested, scope, fn: bringUp })
  return () => {
    recover()
    return scope.getState(context.$area)
  }
}

/**
 * Gives the keyboard to the screen that is open beside the reader: to what is current in its navigation, or to its heading.
 * A screen that has placed the focus itself keeps it.
 * @param frames to wait for a screen that is still loading
 * @returns whether such a screen is there
 */
export function focusScreen(frames: number): boolean {
  const area = document.querySelector<HTMLElement>(SCREEN_AREA)
  if (!area) {
    if (frames > 0) requestAnimationFrame(() => focusScreen(frames - 1))
    return false
  }
  if (area.contains(document.activeElement)) return true
  const target =
    area.querySelector<HTMLElement>('nav [aria-current="page"]') ?? area.querySelector('h1') ?? area
  // Headings and areas take the focus from programs only, so that Tab does not stop at them.
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
  return true
}

/** For a screen that opens. A dialog over it has the keyboard, and gives it back itself. */
export function focusOpenedScreen(): void {
  const area = document.activeElement?.closest<HTMLElement>('[data-focus-area]') ?? null
  if (!isOpen(area)) focusScreen(SCREEN_FRAMES_WAITED)
}

/** Gives the keyboard to a pane: its scrolling element, so that the browser's own keys work there too. */
export function focusPane(area: string, frames: number): void {
  const pane = document.querySelector<HTMLElement>(`[data-focus-area="${area}"]`)
  if (!pane && frames > 0) {
    requestAnimationFrame(() => focusPane(area, frames - 1))
    return
  }
  const target = pane?.querySelector<HTMLElement>('[data-scroll]') ?? pane
  if (!pane?.contains(document.activeElement)) target?.focus({ preventScroll: true })
}
