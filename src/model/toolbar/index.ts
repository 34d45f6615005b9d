/** What plugins add to the entry's toolbar; the built-in items and their order are the entry pane's and the settings'. */
import { createEvent, createStore } from 'effector'

/** A button that runs a command. */
export type ToolbarItem = {
  readonly command: string
  readonly group: 'main' | 'more'
  /** Name of an icon of the ui room. */
  readonly icon: string
}

export const toolbarItemsAdded = createEvent<readonly ToolbarItem[]>()
export const toolbarItemsRemoved = createEvent<readonly ToolbarItem[]>()
export const $pluginToolbarItems = createStore<readonly ToolbarItem[]>([], { serialize: 'ignore' })
  .on(toolbarItemsAdded, (items, added) => [...items, ...added])
  .on(toolbarItemsRemoved, (items, removed) => items.filter((item) => !removed.includes(item)))
