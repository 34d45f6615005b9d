/** What a plugin shows. */
import type { Store } from 'effector'
import type { ComponentType } from 'react'
import type { z } from 'zod'
import type { discoverCategories } from '../contract/discover.ts'
import type { PanelFrame } from './contributes.ts'
import type { FeedQuery, FoundFeed } from './found-feeds.ts'
import type { IconName } from './icon-names.ts'
import type { PluginText } from './manifest.ts'
import type { EntryHead } from '../model/rows.ts'
import type { PluginTree } from './tree.ts'

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>

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
