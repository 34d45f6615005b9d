/**
 * What a plugin adds, as its manifest declares it: data, which the reader shows before the plugin's code is loaded. client.ts and
 * parts.ts say what each field is.
 */
import type { IconName } from './icon-names.ts'
import type { Permission } from './permission.ts'
import type { PluginTheme } from './theme.ts'

/** An argument; with `hasChoices` the code gives its `choices`, and may load them when the palette asks. */
export type ArgumentRow = {
  readonly name: string
  readonly title: string
  readonly type: 'text' | 'number' | 'boolean' | 'date' | 'age' | 'query' | 'enum' | 'colour'
  readonly optional?: boolean
  readonly open?: boolean
  readonly min?: number
  readonly max?: number
  readonly hasChoices?: boolean
}
export type CommandRow = {
  readonly id: string
  readonly title: string
  readonly keywords?: string
  readonly kind?: 'change' | 'view' | 'dialog'
  readonly keys?: string
  readonly where?: readonly string[]
  readonly needs?: string
  readonly target?: 'entries' | 'feed'
  readonly args?: readonly ArgumentRow[]
  readonly icon?: IconName
  readonly inAccountMenu?: boolean
  readonly inEntryMenu?: boolean
  readonly onSelection?: boolean
}
/** `hasState`: it looks as the code says. It is hidden until then, and opening an entry runs the code. */
export type ToolbarItemRow = {
  readonly command: string
  readonly group: 'main' | 'more'
  readonly icon: IconName
  readonly hasState?: boolean
}
/** Empty until the code runs: see {@link Activation}. */
export type StatusItemRow = { readonly id: string; readonly icon?: IconName; readonly command?: string }
/** Its code runs when a list is drawn. */
export type ListColumnRow = { readonly id: string; readonly title: string; readonly width: number }
export type ScreenRow = {
  readonly path: string
  readonly title: string
  readonly intro?: string
  readonly notOnTrial?: boolean
  readonly row?: { readonly icon: IconName; readonly command: string }
}
export type FeedSourceRow = {
  readonly id: string
  readonly title: string
  readonly schemes?: readonly string[]
  readonly hasLanguage?: boolean
  readonly inCategories?: boolean
}
export type ImportFormatRow = {
  readonly id: string
  readonly hint: string
  readonly extensions: readonly string[]
  readonly mediaTypes: readonly string[]
  readonly maxBytes?: number
}
export type ExportFormatRow = {
  readonly id: string
  readonly title: string
  readonly hint?: string
  readonly ways: readonly { readonly value: string; readonly title: string }[]
}
/** One that has a title only. */
export type TitledRow = { readonly id: string; readonly title: string }
/** Of a part of an entry, above its content by default. A section below it has a `title`, a key of the plugin's locales. */
export type PanelFrame = { readonly place?: 'above' } | { readonly place: 'below'; readonly title: string }
/** A component or a tree of the code. */
export type PartRow = Readonly<Record<never, never>>

/**
 * By the function of the host that adds it. The code gives the same with its functions and stores: what it gives is found by its
 * id, path, command or title, and otherwise by its place.
 * @example
 * contributes: { command: [{ id: 'pinboard:open', title: 'open', kind: 'view' }], searchSource: [{ id: 'pins', title: 'pins' }] }
 */
export type Contributes = {
  readonly command?: readonly CommandRow[]
  readonly toolbarItem?: readonly ToolbarItemRow[]
  readonly statusItem?: readonly StatusItemRow[]
  /** The reader saves without the browser half: a plugin that does nothing else has none. */
  readonly saves?: readonly { readonly needs?: string }[]
  readonly listColumn?: readonly ListColumnRow[]
  readonly entryPanel?: readonly PanelFrame[]
  readonly settingsPart?: readonly PartRow[]
  readonly screen?: readonly ScreenRow[]
  readonly dialog?: readonly { readonly id: string; readonly title?: string }[]
  readonly contentTransform?: readonly { readonly title: string }[]
  /** Where a rule wants it of an entry in the list, the code runs. */
  readonly ruleResult?: readonly ('summary' | 'translation')[]
  readonly searchSource?: readonly TitledRow[]
  readonly feedSource?: readonly FeedSourceRow[]
  readonly importFormat?: readonly ImportFormatRow[]
  readonly exportFormat?: readonly ExportFormatRow[]
  readonly theme?: readonly PluginTheme[]
}

/** What needs a permission, by the same functions: without it, nothing is added. */
export const contributionPermissions: { readonly [Name in keyof Contributes]?: Permission } = {
  saves: 'entries:save',
  listColumn: 'entries:read',
  contentTransform: 'entries:read',
  searchSource: 'search',
}
