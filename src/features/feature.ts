/**
 * The contributions of a feature to the app. Each feature folder exports one record from feature.ts, and plugins use the
 * same record. All parts load on first use, so that an unused feature costs nothing at startup.
 */
import type { Effect, EventCallable, Store } from 'effector'
import type { ComponentType } from 'react'
import type { z } from 'zod'
import type { discoverCategories } from '../contract/discover.ts'
import type { ImportedEntry } from '../contract/imports.ts'
import type { EntryHead } from '../model/rows.ts'
import type { DialogId, DialogProps } from '../model/layout/dialogs.ts'
import type { SearchSource } from '../model/search/provided-sources.ts'
import type { ColorTheme } from '../model/settings/color-themes.ts'
import type { ShownWhen } from './shared/setting-fields/field.ts'

export type Feature = {
  /** Unique, kebab-case; `data-screen` of its screens. */
  readonly id: string
  readonly screens?: readonly Screen[]
  readonly dialogs?: readonly AnyDialog[]
  readonly settingsPages?: readonly SettingsPage[]
  /** Settings on its pages that the search of the settings finds. */
  readonly searchableSettings?: readonly SearchableSetting[]
  /** Parts at the end of the plugin's pane in the settings. */
  readonly settingsParts?: readonly SettingsPart[]
  /** Buttons of the entry's toolbar. */
  readonly toolbarItems?: readonly ToolbarItem[]
  /** At the foot of the subscription column. */
  readonly statusItems?: readonly StatusItem[]
  /** Of the lists of entries. */
  readonly listColumns?: readonly ListColumn[]
  readonly entryPanels?: readonly EntryPanel[]
  /** In the order in which they are registered. */
  readonly contentTransforms?: readonly ContentTransform[]
  readonly ruleResults?: readonly ProvidedResult[]
  readonly feedSources?: readonly FeedSource[]
  /** Searched beside the user's entries. */
  readonly searchSources?: readonly SearchSource[]
  /** Offered in the appearance settings. */
  readonly colorThemes?: readonly ColorTheme[]
  /** They apply while the feature is there. */
  readonly styleSheets?: readonly StyleSheet[]
  readonly importFormats?: readonly ImportFormat[]
  readonly exportFormats?: readonly ExportFormat[]
  /** Names of the optimistic tables that its stores register, see model/outbox/tables.ts. */
  readonly tables?: readonly string[]
  /** Loads the feature's Effector stores, before its first screen or dialog and when the outbox holds a mutation of its tables. */
  readonly loadStores?: () => Promise<unknown>
  /** A part over all screens, such as the player's bar: loads once the app is idle, and renders nothing while it is not needed. */
  readonly overlay?: () => Promise<{ readonly default: ComponentType }>
  /** Work without a screen: loads once the app is idle after its start, then `started` is triggered. */
  readonly background?: () => Promise<{ readonly started: EventCallable<void> }>
}

/** A page with an address. */
export type Screen = {
  /** A pattern of react-router, absolute: `/discover/*`. */
  readonly path: string
  /** i18n key with its namespace; the window's title. */
  readonly titleKey: string
  /** Who sees it; users with a session by default. `signed-out`: only without a session. `admin`: loads for admins only. */
  readonly access?: 'signed-out' | 'anyone' | 'admin'
  readonly load: () => Promise<{ readonly default: ComponentType }>
  /** The command `go:ID` that opens it, titled `shortcuts:go.ID`. */
  readonly command?: ScreenCommand
  /**
   * `own`: it fills the window. `over`: it lies over the screen from which it is opened, and its command closes it again; opened by its
   * address it fills the window. Others are panes beside the subscriptions, for users with a session.
   */
  readonly frame?: 'own' | 'over'
  /** Position among the rows of pages in the subscription column, ascending; those without one have no row. Needs a command. */
  readonly columnPosition?: number
  /** A row after those, of a page without a command of its own. */
  readonly columnRow?: { readonly icon: string; readonly command: string }
}
type ScreenCommand = {
  readonly id: string
  /** Default sequences in tinykeys' notation. */
  readonly keys: readonly string[]
  /** Name of an icon, see ui/icon.tsx. */
  readonly icon: string
  /** The address to open, where the screen's path is a pattern. */
  readonly path?: string
}

type Dialog<Id extends DialogId> = {
  readonly id: Id
  readonly load: () => Promise<{
    readonly default: ComponentType<DialogProps[Id] & { readonly onClose: () => void }>
    /** Schema of the props, checked on opening: plugins and macros can open dialogs too. */
    readonly propsSchema: z.ZodType<DialogProps[Id]>
  }>
}
export type AnyDialog = { [Id in DialogId]: Dialog<Id> }[DialogId]

/** A button of the entry's toolbar that runs a command. */
export type ToolbarItem = {
  readonly command: string
  /** `more`: in the menu at the end. */
  readonly group: 'main' | 'more'
  /** Name of an icon, see ui/icon.tsx. */
  readonly icon: string
}

/** How a button of the toolbar looks now. `hidden`: it has nothing to offer for the open entry. */
export type ToolbarItemState = {
  readonly pressed?: boolean
  readonly busy?: boolean
  readonly hidden?: boolean
}

/** A short text at the foot of the subscription column. */
export type StatusItem = {
  /** Unique. */
  readonly id: string
  readonly plugin: string
  /** Name of an icon, see ui/icon.tsx. */
  readonly icon: string | null
  /** A press runs it where it is a command of the plugin. */
  readonly command: string | null
  /** null: there is nothing to show. */
  readonly $status: Store<Status | null>
}
export type Status = { readonly text: StatusText; readonly tooltip: StatusText | null }
export type StatusText = {
  /** i18n key with its namespace. */
  readonly key: string
  readonly values?: Readonly<Record<string, string | number>> | undefined
}

/** A column of the lists of entries, drawn when they are: its cells are filled afterwards. */
export type ListColumn = {
  /** Unique. */
  readonly id: string
  readonly plugin: string
  /** i18n key with its namespace. */
  readonly titleKey: string
  /** rem */
  readonly width: number
  /** @returns one for each entry, in their order; null: nothing */
  readonly cellsOf: (
    entries: readonly (EntryHead & { readonly readingSeconds: number | null })[],
  ) => Promise<readonly (ListCell | null)[]>
}
export type ListCell = {
  readonly text: StatusText
  readonly hint: StatusText | null
  /** null: a plain text, else a badge. */
  readonly tone: 'quiet' | 'accent' | 'danger' | null
}

/** A part above or below the content of an entry. It renders nothing where it has nothing to show. */
export type EntryPanel = {
  /** Unique. */
  readonly id: string
  /** Of a section below the content: the i18n key of its heading, with its namespace. Absent: it stands above the content. */
  readonly below?: { readonly titleKey: string }
  readonly load: () => Promise<{ readonly default: ComponentType<EntryPanelProps> }>
}
export type EntryPanelProps = {
  readonly entry: EntryHead
  /** The content that is shown below; null while there is none. */
  readonly html: string | null
}

/** Changes the content of the open entry before it is sanitised and shown. One that throws or takes too long is skipped. */
export type ContentTransform = {
  /** i18n key with its namespace: how it is called where it fails. */
  readonly titleKey: string
  readonly applies: (entry: EntryHead) => boolean | Promise<boolean>
  readonly transform: (html: string, entry: EntryHead) => Promise<string>
}

/** A result of rules that the reader does not carry out itself: the editor of rules offers it while a feature provides it. */
type ProvidedResult = 'summary' | 'translation'

/** A way to find feeds. It is a tab of the discover page. */
export type FeedSource = {
  /** Unique; names its tab in the address. */
  readonly id: string
  /** i18n key with its namespace. */
  readonly titleKey: string
  /** Schemes of addresses that it makes: what is typed with one of them is an address. */
  readonly schemes: readonly string[]
  /** It depends on the language of feeds, which the user can choose above it. */
  readonly hasLanguage: boolean
  /** It also stands on the page of each category. */
  readonly inCategories: boolean
  readonly load: () => Promise<{ readonly default: ComponentType<FeedSourceProps> }>
}
export type Category = (typeof discoverCategories)[number]
export type DiscoverLanguage = 'all' | 'eng' | 'cmn'
export type FeedSourceProps = {
  /** Of its page; null in the tab. */
  readonly category: Category | null
  readonly language: DiscoverLanguage
  /** Shows the feed at an address, to be followed. */
  readonly onChoose: (feed: { readonly url: string; readonly title: string }) => void
}

/** A style sheet that applies to a part of the page. */
export type StyleSheet = {
  /** Unique. */
  readonly id: string
  /** Checked and bound to its part. */
  readonly css: string
}

/** A kind of file that feeds are imported from. */
export type ImportFormat = {
  /** Unique. */
  readonly id: string
  /** i18n key with its namespace: where users find such a file, and how its name ends. */
  readonly hintKey: string
  /** How the names of its files end, in small letters: `.opml`. */
  readonly extensions: readonly string[]
  readonly mediaTypes: readonly string[]
  /** Bytes that a file may have at most. */
  readonly maxBytes: number
  /** Whether a text is such a file. */
  readonly matches: (text: string) => boolean | Promise<boolean>
  /** @throws FormatProblem */
  readonly read: (file: Uint8Array) => Promise<ImportedFile>
}

/** What a file holds. */
export type ImportedFile = {
  /** An OPML document of its feeds, which the server imports; null where it names none. */
  readonly opml: Uint8Array | null
  readonly entries: readonly ImportedEntry[]
  /** Lines that could not be read, or not whole, each with its reason as a sentence. */
  readonly unread: readonly UnreadLine[]
}
export type UnreadLine = { readonly title: string; readonly reason: string }

/** A file that is downloaded. */
type ExportedFile = { readonly name: string; readonly text: string }

/** A kind of file that the user's feeds are exported to. */
export type ExportFormat = {
  /** Unique. */
  readonly id: string
  /** i18n key with its namespace: what it is called. */
  readonly titleKey: string
  /** i18n key with its namespace: what the file holds, and what it does not. */
  readonly hintKey?: string
  /** Ways to write it, the default one first, with i18n keys; empty where there is one way. */
  readonly ways: readonly { readonly value: string; readonly titleKey: string }[]
  /** Downloads the file, written in a way. Fails with a FormatProblem. */
  readonly downloadFx: Effect<string, ExportedFile>
}

/** An expected failure of a format, as a sentence for the user. */
export class FormatProblem extends Error {}

/** A page below /settings. */
export type SettingsPage = {
  /** Below /settings; its title is `settings:pages.PATH`. */
  readonly path: string
  /** Name of an icon, see ui/icon.tsx. */
  readonly icon: string
  /** Position in the navigation, ascending. */
  readonly order: number
  /** Shown only where the server's configuration says so. */
  readonly ifEnabled?: 'INVITATION_ENABLED'
  /** It begins with a field of its own (page/main-field.ts) instead of the search of the settings. */
  readonly hasMainField?: true
  /** Users on trial see that they need an invitation, instead of the page. */
  readonly notOnTrial?: boolean
  readonly load: () => Promise<{ readonly default: ComponentType }>
}

/** Loads a part of a plugin's pane in the settings. */
type SettingsPart = () => Promise<{ readonly default: ComponentType }>

/** A setting with a control. */
export type SearchableSetting = {
  /** Below /settings. */
  readonly page: string
  /** `data-setting` of its control. */
  readonly name: string
  /** i18n keys, in the namespace `settings` by default. */
  readonly label: string
  readonly words: string
  /** i18n key of the part of the page where it is, such as the name of a plugin. */
  readonly within?: string
  /** Hidden until enhanced settings are on. */
  readonly enhanced: boolean
  /** As the field has it: where it does not hold, there is nothing to find. */
  readonly shownWhen?: ShownWhen | undefined
}
