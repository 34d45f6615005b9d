/** Further tabs of the discover page, offered by the command that opens one. */
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
