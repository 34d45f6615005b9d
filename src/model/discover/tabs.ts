/** What the command that opens a tab of the discover page offers, besides the tabs that are always there. */
import { createEvent, createStore } from 'effector'

export type DiscoverTab = {
  /** In the address. */
  readonly value: string
  /** i18n key with its namespace. */
  readonly titleKey: string
}
export const discoverTabsProvided = createEvent<readonly DiscoverTab[]>()
export const $providedDiscoverTabs = createStore<readonly DiscoverTab[]>([], { serialize: 'ignore' }).on(
  discoverTabsProvided,
  (_, tabs) => tabs,
)
