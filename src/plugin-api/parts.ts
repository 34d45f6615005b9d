/** What a plugin adds, and the functions of the host that add it. */
import type { Effect, EventCallable, Store } from 'effector'
import type { ComponentType } from 'react'
import type { z } from 'zod'
import type { discoverCategories } from '../contract/discover.ts'
import type { Argument, CommandArgs } from '../core/index.ts'
import type { PanelFrame } from './contributes.ts'
import type { ExportedFile, PluginExportFormat, PluginImportFormat } from './formats.ts'
import type { FeedQuery, FoundFeed } from './found-feeds.ts'
import type { IconName } from './icon-names.ts'
import type { PluginText } from './manifest.ts'
import type { EntryHead } from '../model/rows.ts'
import type { FeedHead } from './reader.ts'
import type { PluginSearchSource } from './search.ts'
import type { PluginTheme } from './theme.ts'
import type { PluginTree } from './tree.ts'

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>

/** Input of a plugin command's `run`. */
export type CommandContext<Needs extends string = string> = {
  /** The current entry; null when there is none, which a command that declares `needs: 'entry'` excludes. */
  readonly entry: Needs extends 'entry' | `entry && ${string}` ? EntryHead : EntryHead | null
  /** The selected entries, else the current one; empty unless the command's `target` is entries. */
  readonly entries: readonly EntryHead[]
  /** The feed of the subscription that it acts on, else of the current entry; null when there is none. */
  readonly feed: FeedHead | null
  /** The text that is selected on the page; empty when there is none. */
  readonly selection: string
  readonly args: CommandArgs
  readonly count: number
  /** The user's settings of this plugin, without secrets. */
  readonly settings: Readonly<Record<string, unknown>>
}

/**
 * The message of a toast, and an address that its button opens: on the web, or in an application that a permission `app:…` names.
 * `atOnce` opens it without a press.
 */
export type PluginMessage = PluginText & {
  readonly open?: { readonly title: string; readonly url: string; readonly atOnce?: boolean }
}

export type PluginCommand<Needs extends string = string> = {
  /** group:verb; the group of a plugin is its id. Ids that the spec names (integration:save-to-NAME, go:NAME) are unchanged. */
  readonly id: string
  /** Key of the plugin's locales. */
  readonly title: string
  /** Key of the plugin's locales: further words by which the palette finds it, separated by commas. */
  readonly keywords?: string
  /** `change` by default: it changes the user's data. `view`: what is shown. `dialog`: it opens a dialog. */
  readonly kind?: 'change' | 'view' | 'dialog'
  /** tinykeys' notation, e.g. `x r` */
  readonly keys?: string
  readonly where?: readonly string[]
  /** A context expression: `entry && entryUrl`. */
  readonly needs?: Needs
  /**
   * `entries`: it acts on the selected entries, else on the current one. `feed`: on the feed of the current subscription,
   * else of the current entry, and stands in the menu of feeds. It is not available where there are none.
   */
  readonly target?: 'entries' | 'feed'
  /** What the palette asks for, in this order; titles are keys of the plugin's locales. */
  readonly args?: readonly Argument[]
  readonly icon?: IconName
  /**
   * It also stands in the menu of an entry, in a group of the plugin's, five at most: for commands whose `target` is entries. Those whose
   * target is the feed stand in the menu of feeds so.
   */
  readonly inEntryMenu?: boolean
  /** It also stands in the menu of the user's account. */
  readonly inAccountMenu?: boolean
  /** It acts on selected text, and also stands in the bar beside it: `selection` of the context. */
  readonly onSelection?: boolean
  /** The returned message is shown in a toast; a thrown PluginRefusal is shown as an error. */
  run(context: CommandContext<Needs>): Promise<PluginMessage | undefined> | PluginMessage | undefined
}

/** A part at the end of the plugin's pane in the settings, while the plugin is on. */
export type PluginSettingsPart = { readonly load: Load<object> }

/** A button in the entry's toolbar for one of the plugin's commands. */
export type PluginToolbarItem = {
  readonly command: string
  readonly group: 'main' | 'more'
  readonly icon: IconName
  /** How it looks now. `hidden`: it has nothing to offer for the open entry. */
  readonly $state?: Store<{ readonly pressed?: boolean; readonly busy?: boolean; readonly hidden?: boolean }>
}

/**
 * A short text at the foot of the subscription column, such as a balance.
 * @example
 * statusItem({ id: 'balance', icon: 'zap', command: 'coins:wallet', $state: $balance.map((amount) => ({
 *   text: { key: 'amount', values: { amount } }, tooltip: { key: 'openWallet' } })) })
 */
export type PluginStatusItem = {
  /** Unique within the plugin, kebab-case. */
  readonly id: string
  readonly icon?: IconName
  /** One of the plugin's commands, which a press runs. Without one, or with another's, the item is a text. */
  readonly command?: string
  /** What it shows now; null: nothing. */
  readonly $state: Store<PluginStatus | null>
}
export type PluginStatus = { readonly text: PluginText; readonly tooltip?: PluginText }

/** An entry of the list. `readingSeconds`: how long it takes to read; null where that is not known. */
export type ListedEntry = EntryHead & { readonly readingSeconds: number | null }

/** What a column says of an entry: a short text, with a `tone` as a badge. `hint` is its tooltip, its column's title by default. */
export type ListCell = {
  readonly text: PluginText
  readonly tone?: 'quiet' | 'accent' | 'danger'
  readonly hint?: PluginText
}

/**
 * A column of the lists of entries, between the feed's name and the time: values, or badges of some entries. Its room is there while the
 * plugin is on, so that no row moves. The list is drawn first: `cellsOf` is then called with up to 50 of the drawn entries, one call at a time,
 * and what it says is remembered by entry until a setting of the plugin changes. It has five seconds; where it refuses, the cells stay empty.
 * The list has room for four columns.
 * @example
 * listColumn({ id: 'time', title: 'time', width: 4, cellsOf: (entries) => entries.map(({ readingSeconds: seconds }) =>
 *   seconds === null ? null : { text: { key: 'minutes', values: { count: Math.ceil(seconds / 60) } } }) })
 */
export type PluginListColumn = {
  /** Unique within the plugin, kebab-case. */
  readonly id: string
  /** Key of the plugin's locales. */
  readonly title: string
  /** In rem, 2 to 8: a longer text is cut. */
  readonly width: number
  /** @returns one for each entry, in their order; null: nothing */
  readonly cellsOf: (
    entries: readonly ListedEntry[],
  ) => readonly (ListCell | null)[] | Promise<readonly (ListCell | null)[]>
}

/**
 * A part of an entry: between its head and its content, or with `place: 'below'` after the content, as a section with a heading.
 * It renders nothing where it has nothing to show. The code of a section that the manifest declares runs when it comes near what the user
 * sees; the handler `shown` of one that is data is called then, with the id of the entry.
 */
export type PluginEntryPanel = PanelFrame &
  (
    | { readonly load: Load<EntryPanelProps> }
    /** As data, which a plugin in a sandbox can send. */
    | PluginTree
  )
export type EntryPanelProps = {
  readonly entry: EntryHead
  /** The content that is shown below; null while there is none. */
  readonly html: string | null
}

/**
 * Changes the content of the open entry before it is sanitised and shown. Transforms run in the order in which they were
 * registered; until they are done, and where one throws or takes longer than two seconds, the content is shown without them.
 * @example contentTransform({ title: 'shout', applies: ({ language }) => language === 'en', transform: (html) => html.toUpperCase() })
 */
export type PluginContentTransform = {
  /** Key of the plugin's locales: how it is called where it fails. */
  readonly title: string
  /** Every entry when absent. */
  readonly applies?: (entry: EntryHead) => boolean | Promise<boolean>
  /**
   * @returns HTML, which is sanitised as any content. Of a plugin from elsewhere it has no addresses but those in the HTML that
   * it was given, and those of hosts that its permissions name
   */
  readonly transform: (html: string, entry: EntryHead) => Promise<string> | string
}

/** What a rule can do with an entry only by a plugin. */
export type PluginRuleResult = 'summary' | 'translation'

/**
 * A way to find feeds: a tab of Discover, by a component or by a function that finds them.
 * @example
 * feedSource({ id: 'papers', title: 'papers', schemes: ['papers'], load: () => import('./papers.tsx') })
 * feedSource({ id: 'shelf', title: 'shelf', find: ({ words }) => shelf.filter(({ title }) => title.includes(words)) })
 */
export type PluginFeedSource = PluginFeedFinder | PluginFeedPage

type FeedSourceTab = {
  /**
   * Kebab-case: the tab's address is `/discover?type=ID`. Unique among all plugins; that of a plugin in a sandbox within the
   * plugin, whose id the host puts before it.
   */
  readonly id: string
  /** Key of the plugin's locales. */
  readonly title: string
  /** It depends on the language of feeds: the user can choose one above it. */
  readonly hasLanguage?: boolean
  /** It also stands on the page of each category; there it renders nothing where it has nothing. */
  readonly inCategories?: boolean
}
export type PluginFeedPage = FeedSourceTab & {
  /** Schemes of the addresses that it makes, in small letters: what the user types with one of them is an address. */
  readonly schemes?: readonly string[]
  readonly load: Load<FeedSourceProps>
}
/** The reader draws the field and what was found. The words that the user types there are the plugin's: it takes no permission. */
export type PluginFeedFinder = FeedSourceTab & {
  /** Has ten seconds in a sandbox. @returns the best first, at most 50. @throws PluginRefusal, which is shown in its words */
  readonly find: (query: FeedQuery) => Promise<readonly FoundFeed[]> | readonly FoundFeed[]
}
export type FeedSourceProps = {
  /** null: it is shown as the tab. */
  readonly category: (typeof discoverCategories)[number] | null
  readonly language: 'all' | 'eng' | 'cmn'
  /** Shows the feed at an address, to be followed. */
  readonly onChoose: (feed: { readonly url: string; readonly title: string }) => void
}

type ScreenFrame = {
  /** `/ID` of the plugin, or an address below it. */
  readonly path: string
  /** Key of the plugin's locales: the heading, and the window's title. */
  readonly title: string
  /** Key of the plugin's locales: what the page is for. */
  readonly intro?: string
  /**
   * A row among the pages of the subscription column: a press runs `command`, one of the plugin's own, which opens the page.
   * Only the page at `/ID` has one.
   */
  readonly row?: { readonly icon: IconName; readonly command: string }
}
/** A page of data. */
export type PluginTreeScreen = ScreenFrame & PluginTree
/** A page of the reader. The host draws its frame: the way back, the heading, and what it is for. */
export type PluginScreen = ScreenFrame & {
  /** Users on trial see that they need an invitation, instead of it. */
  readonly notOnTrial?: boolean
} & ({ readonly load: Load<object> } | PluginTree) // What stands below the heading: a component, or data.

/** A dialog over the reader: the component renders `Dialog` of ui.ts. */
export type PluginDialog<Props extends z.ZodType<object>> = {
  /** Unique within the plugin, kebab-case. */
  readonly id: string
  /** Schema of the props, checked when it opens. */
  readonly props: Props
  readonly load: Load<z.output<Props> & { readonly onClose: () => void }>
}

/** A dialog of data. */
export type PluginTreeDialog = PluginTree & {
  /** Unique within the plugin, kebab-case. */
  readonly id: string
  /** Key of the plugin's locales. */
  readonly title: string
}

/** What a plugin adds to the reader: the same for one that is built in and for one from elsewhere. */
export type SharedContributions = {
  command<const Needs extends string = ''>(command: PluginCommand<Needs>): void
  toolbarItem(item: PluginToolbarItem): void
  statusItem(item: PluginStatusItem): void
  /** Needs `entries:read`: without it, there is no column. */
  listColumn(column: PluginListColumn): void
  /** Needs `entries:read`: without it, nothing is transformed. */
  contentTransform(transform: PluginContentTransform): void
  /** Rows of its own where the palette searches entries. Needs `search`. */
  searchSource(source: PluginSearchSource): void
  /** @throws for a token that is not known and a value that is no colour */
  theme(theme: PluginTheme): void
  /**
   * The plugin saves entries to a service: registers `integration:save-to-ID`, whose title is `save` of the locales, and its
   * toolbar button. The host calls the server half's {@link saveCall} for each entry, queues it while there is no connection,
   * shows the outcome, and remembers what was saved; rules can save by it, too. The service is called as `name` of the locales
   * says. Needs `entries:save`.
   * @param options.needs of the open entry, as a context expression; `entry && entryUrl` when absent
   */
  saves(options?: { readonly needs?: string }): void
}

/** What a plugin that is built in adds beside that: components, too. */
type BuiltInContributions = {
  entryPanel(panel: PluginEntryPanel): void
  settingsPart(part: PluginSettingsPart): void
  /** The plugin carries this result of rules out (`settings` of EntryHead): the editor of rules offers it while the plugin runs. */
  ruleResult(name: PluginRuleResult): void
  /** @returns opens it. @throws for an address that is not below `/ID` */
  screen(screen: PluginScreen): EventCallable<void>
  /** @returns opens it with these props. An open one is closed when the plugin stops. */
  dialog<Props extends z.ZodType<object>>(dialog: PluginDialog<Props>): EventCallable<z.input<Props>>
  dialog(dialog: PluginTreeDialog): EventCallable<void>
  /** @throws for the id of a tab that the reader has itself */
  feedSource(source: PluginFeedSource): void
  /** @returns opens the dialog that imports feeds, in which the format is offered */
  importFormat(format: PluginImportFormat): EventCallable<void>
  /** @returns downloads the file, written in one of its ways. Fails with a PluginRefusal */
  exportFormat(format: PluginExportFormat): Effect<string, ExportedFile>
}

/** What a plugin from elsewhere adds beside that: data alone. */
export type DataContributions = {
  entryPanel(panel: PanelFrame & PluginTree): void
  /** @returns opens it, once for each command that the user runs. @throws for an address that is not below `/ID` */
  screen(screen: PluginTreeScreen): EventCallable<void>
  /** @returns opens it, once for each command that the user runs */
  dialog(dialog: PluginTreeDialog): EventCallable<void>
  importFormat(format: PluginImportFormat): void
  exportFormat(format: PluginExportFormat): void
  feedSource(source: PluginFeedFinder): void
}

/** By the function of the host. All of it goes when the plugin stops. */
export type Contributions = SharedContributions & BuiltInContributions
