/** Which panes are visible, which dialogs are open, and focus requests. */
import { createEvent, createStore, merge } from 'effector'
import { context } from '../app/registry.ts'
import { persist } from '../persist.ts'

export * from './dialogs.ts'

export type Layout = {
  readonly subscriptionColumn: boolean
  /** The list under the entry instead of beside it. */
  readonly wide: boolean
  /** The entry alone. */
  readonly zen: boolean
}
const usual: Layout = { subscriptionColumn: true, wide: false, zen: false }

export const subscriptionColumnToggled = createEvent()
export const wideModeToggled = createEvent()
export const zenModeToggled = createEvent()
export const $layout = createStore<Layout>(usual, { serialize: 'ignore' })
  .on(subscriptionColumnToggled, (layout) => ({
    ...layout,
    subscriptionColumn: !layout.subscriptionColumn,
  }))
  .on(wideModeToggled, (layout) => ({ ...layout, wide: !layout.wide }))
  .on(zenModeToggled, (layout) => ({ ...layout, zen: !layout.zen }))

persist($layout, {
  key: 'follow:layout',
  parse,
  changed: merge([subscriptionColumnToggled, wideModeToggled, zenModeToggled]),
})

/** data-focus-area of the element that has the focus; panes tell it with `areaFocused`. */
export const $focusArea = context.$area
export const areaFocused = context.areaFocused
/** A wish: the pane of that area focuses its element when it hears this. */
export const focusRequested = createEvent<string>()
/** A wish: the entry pane scrolls by so many steps (a step is about three lines; a page where `by` is a whole one). */
export const entryScrolled = createEvent<{ by: number }>()
/** A screenful of the open entry; past its end to the next unread one. */
export const entryPaged = createEvent<{ by: number }>()

function parse(text: string | null): Layout {
  try {
    return { ...usual, ...(JSON.parse(text ?? '{}') as Partial<Layout>) }
  } catch {
    return usual
  }
}
