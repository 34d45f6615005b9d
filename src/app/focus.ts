/** Tracks the focused area, which receives the keys, and moves the focus when a command requests it. */
import { createStore, createWatch, scopeBind, type Scope } from 'effector'
import { isComposing, isField } from '../core/index.ts'
import { context } from '../model/app/index.ts'
import { focusRequested, panes, rowMenuRequested, type Pane } from '../model/layout/index.ts'
import { $location, $screen, isTimeline, screenRequested } from '../model/location/index.ts'
import { isClosing } from '../ui/index.ts'

const isPane = (area: string): area is Pane => (panes as readonly string[]).includes(area)

/** The pane that was focused last, also while a dialog is open: narrow windows show it. */
export const $pane = createStore<Pane>('timeline', { serialize: 'ignore' }).on(context.$area, (pane, area) =>
  isPane(area) ? area : pane,
)
/** Frames to wait for a pane that is not rendered yet. */
const MAX_FRAMES = 10
/** Frames to wait for a screen, which loads its code and translations first. */
const MAX_SCREEN_FRAMES = 120
/** The focus area of a screen other than the reader: settings, discover, not found. The subscriptions stand beside most. */
const SCREEN_AREA =
  '[data-screen]:not([data-screen="reader"]) [data-focus-area]:not([data-focus-area="subscription-list"])'

/** Not the reader, to which the root leads too. */
const isOtherScreen = (path: string): boolean => !isTimeline(path) && path !== '/'

const SUB_LAYER = '[data-focus-area="sub-layer"]'

const isOpen = (area: HTMLElement | null): area is HTMLElement =>
  area !== null && area.isConnected && !isClosing(area)

/** A dialog that was opened while a pane or screen loaded keeps the focus. */
const isDialogFocused = (): boolean =>
  isOpen(document.activeElement?.closest<HTMLElement>('[data-focus-area="modal"]') ?? null)

/**
 * Starts tracking. The focused area carries `data-focused-area`: the styles show its current row in the accent colour.
 * @returns gets the area that receives a key pressed now
 */
export function followFocus(scope: Scope): () => string {
  const areaFocused = scopeBind(context.areaFocused, { scope })
  const keysChanged = scopeBind(context.contextKeysChanged, { scope })
  let marked: HTMLElement | null = null
  let lastPress: KeyboardEvent | null = null

  /**
   * The context key `paneFocused`: the list or the tree itself has the focus, and not because the user walks through the
   * controls by Tab. Any other key begins to use the pane.
   */
  const followPane = () => {
    const isWalking = lastPress?.key === 'Tab' && !lastPress.defaultPrevented
    keysChanged({ paneFocused: document.activeElement?.matches('[data-scroll]') === true && !isWalking })
  }
  const pressed = (press: KeyboardEvent) => {
    if (press.key === 'Shift') return
    lastPress = press
    if (press.key !== 'Tab' && scope.getState(context.$contextKeys).get('paneFocused') !== true) followPane()
  }
  const pointed = () => {
    lastPress = null
  }

  const follow = () => {
    const area = document.activeElement?.closest<HTMLElement>('[data-focus-area]') ?? null
    // When the focused element was removed, the body has the focus: the last area still receives the keys.
    if (!isOpen(area)) return
    if (area !== marked) {
      marked?.removeAttribute('data-focused-area')
      area.setAttribute('data-focused-area', '')
      marked = area
    }
    if (scope.getState(context.$area) !== area.dataset.focusArea)
      areaFocused(area.dataset.focusArea ?? 'timeline')
  }
  /** A dialog or pane that was removed while focused must not receive the keys. */
  const recover = () => {
    follow()
    if (isOpen(marked)) return
    // On another screen there are no panes to focus. One that is loading takes the focus when it is there.
    if (focusScreen()) return follow()
    if (isOtherScreen(scope.getState($screen))) return
    areaFocused(scope.getState($pane))
    focusPane(scope.getState($pane), MAX_FRAMES)
  }
  document.addEventListener('focusin', follow)
  document.addEventListener('focusin', followPane)
  window.addEventListener('keydown', pressed, true)
  window.addEventListener('pointerdown', pointed, true)
  document.addEventListener('focusout', () => requestAnimationFrame(recover))
  const focusArea = (area: string) => {
    // Set before the element is focused: narrow windows render only the pane of the focused area.
    areaFocused(area)
    focusPane(area, MAX_FRAMES)
  }
  // After an entry is closed, the list receives the keys.
  createWatch({
    unit: $location.updates,
    scope,
    fn: ({ entryId }) => {
      if (entryId === null && scope.getState($pane) === 'entry-render') focusArea('timeline')
    },
  })
  // A phone shows the subscriptions or the page, whichever has the focus.
  createWatch({
    unit: $screen.updates,
    scope,
    fn: (path) => {
      if (isOtherScreen(path)) areaFocused('sub-layer')
    },
  })
  createWatch({
    unit: screenRequested,
    scope,
    fn: ({ path }) => {
      if (path !== scope.getState($screen) || !isOtherScreen(path)) return
      areaFocused('sub-layer')
      requestAnimationFrame(() => void focusScreen())
    },
  })
  createWatch({ unit: focusRequested, scope, fn: focusArea })
  createWatch({ unit: rowMenuRequested, scope, fn: () => openRowMenu(scope.getState(context.$area)) })
  return () => {
    recover()
    return scope.getState(context.$area)
  }
}

/**
 * Focuses the open screen other than the reader: the current item of its navigation, or its heading.
 * A screen that has set the focus itself keeps it.
 * @returns whether there is such a screen
 */
function focusScreen(): boolean {
  const area = document.querySelector<HTMLElement>(SCREEN_AREA)
  if (area && !area.contains(document.activeElement)) focusStart(area)
  return area !== null
}

/** Focuses what a screen has apart from its fields: the current item of its navigation, what scrolls, or its heading. */
function focusStart(area: HTMLElement): void {
  focusElement(
    ['nav [aria-current="page"]', '[data-scroll][tabindex]', 'h1'].flatMap(
      (selector) => area.querySelector<HTMLElement>(selector) ?? [],
    )[0] ?? area,
  )
}

/**
 * Focuses what a screen begins with: its main field, its tabs, or what {@link focusStart} does. On a touch screen no field:
 * the keyboard would cover half of the screen.
 * @param frames to look for a main field that loads after the screen, while the user has not moved on
 */
function focusMainField(area: HTMLElement, frames: number): void {
  const field = window.matchMedia('(pointer: fine)').matches ? mainFieldOf(area) : undefined
  if (field) focusElement(field)
  else focusStart(area)
  if (frames === 0 || field?.closest('main')) return
  const focused = document.activeElement
  requestAnimationFrame(() => {
    const isTypedIn = focused instanceof HTMLInputElement && focused.value !== ''
    const now = document.activeElement
    // What stood for the content while it loaded is gone, and the focus with it.
    const isReplaced = focused?.isConnected === false && now === document.body
    if (area.isConnected && (now === focused || isReplaced) && !isTypedIn) focusMainField(area, frames - 1)
  })
}

/** The content's own field comes before that of the navigation beside it. */
const mainFieldOf = (area: HTMLElement): HTMLElement | undefined =>
  ['main [data-main-field]', '[data-main-field]', '[role="tablist"] [aria-selected="true"]'].flatMap(
    (selector) => area.querySelector<HTMLElement>(selector) ?? [],
  )[0]

function focusElement(target: HTMLElement): void {
  // Headings and areas are focusable by script only, so that Tab does not stop at them.
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
}

/** Escape leaves a field of a screen, whose keys would be letters otherwise; pressed again, it leaves the screen. */
export function leaveFields(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event) || !isField(event.target))
      return
    const area = event.target instanceof Element ? event.target.closest<HTMLElement>(SUB_LAYER) : null
    if (!area) return
    event.preventDefault()
    focusStart(area)
  })
}

/**
 * Focuses a screen that has opened, also where the user opened it from the column beside it, unless a dialog over it has the
 * focus; the dialog restores it on closing.
 */
export function focusOpenedScreen(): void {
  const area = document.activeElement?.closest<HTMLElement>('[data-focus-area]') ?? null
  if (!isOpen(area) || isPane(area.dataset.focusArea ?? '')) focusLoadedScreen(MAX_SCREEN_FRAMES)
}

/** @param frames to wait for a screen that is still loading */
function focusLoadedScreen(frames: number): void {
  const area = document.querySelector<HTMLElement>(SCREEN_AREA)
  if (!area || isDialogFocused()) {
    if (frames > 0) requestAnimationFrame(() => focusLoadedScreen(frames - 1))
  } else if (!area.contains(document.activeElement)) focusMainField(area, frames)
}

/** Focuses a pane's scrolling element, so that the browser's scroll keys work too. */
export function focusPane(area: string, frames: number): void {
  const pane = document.querySelector<HTMLElement>(`[data-focus-area="${area}"]`)
  if (!pane) return focusLoadedPane(area, frames)
  const target = pane.querySelector<HTMLElement>('[data-scroll]') ?? pane
  if (!pane.contains(document.activeElement)) target.focus({ preventScroll: true })
}

/** @param frames to wait for a pane that is not rendered yet */
function focusLoadedPane(area: string, frames: number): void {
  if (frames === 0) return
  requestAnimationFrame(() => {
    const focus = isDialogFocused() ? focusLoadedPane : focusPane
    focus(area, frames - 1)
  })
}

/** Opens the menu of a pane's current row, as the browser does for the menu key. */
function openRowMenu(area: string): void {
  document
    .querySelector(`[data-focus-area="${area}"] [data-scroll]`)
    ?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
}
