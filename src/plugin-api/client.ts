/** The API of the browser half: a plugin's client.tsx may use this and nothing else. */
import type { Event, EventCallable, Store } from 'effector'
import type { z } from 'zod'
import type { Argument, Choice, CommandArgs } from '../core/index.ts'
import type { IconName } from './icon-names.ts'
import type { LanguageModel } from './language-model.ts'
import type { ReaderActivity } from './activity.ts'
import type { FeedExports } from './formats.ts'
import type { PluginCall, PluginText } from './manifest.ts'
import type { OutboundRequest } from './outbound.ts'
import type { PluginPlayer } from './player.ts'
import type { Contributions, DataContributions, SharedContributions } from './parts.ts'
import type { SendWire } from './wire.ts'
import type { EntryHead, EntryTranslations, FeedHead, PluginReader, StoredTexts } from './reader.ts'
import type { PluginStorage } from './storage.ts'

export type { Argument, Choice, CommandArgs }
export { PluginRefusal } from './manifest.ts'
export { queryProblem } from './query.ts'
export type * from './activity.ts'
export type * from './formats.ts'
export type { PanelFrame } from './contributes.ts'
export type { FeedQuery, FoundFeed } from './found-feeds.ts'
export type * from './language-model.ts'
export type * from './parts.ts'
export type * from './player.ts'
export type { SendWire } from './wire.ts'
export type * from './reader.ts'
export type { PluginSearchResult, PluginSearchSource } from './search.ts'
export type * from './storage.ts'
export type { PluginTheme, ThemeToken } from './theme.ts'
export type { FieldValue, PluginNode, PluginTree } from './tree.ts'

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

/** An entry that a query has found. */
export type FoundEntry = {
  readonly id: string
  readonly title: string | null
  readonly url: string | null
  readonly author: string | null
  /** ms since 1970 */
  readonly publishedAt: number
  readonly read: boolean
  readonly starred: boolean
}

/** What becomes of entries; what is absent stays. */
export type EntryChange = { readonly read?: boolean; readonly starred?: boolean }

/** What plugins reach of entries and of other servers without a server half. Every function checks the permission. */
export type SandboxHost = {
  /**
   * Entries that a query of the query language selects. Needs `entries:read`.
   * @param limit 1 to 100; 20 when absent
   * @throws PluginRefusal `plugin.badQuery` for a query that cannot be read, `plugin.forbidden`, `offline`
   */
  entries(query: string, limit?: number): Promise<readonly FoundEntry[]>
  /** Marks entries that this browser has. The user can undo it. Needs `entries:mark`. */
  markRead(ids: readonly string[], read: boolean): Promise<void>
  /**
   * Marks and stars entries that this browser has: those of its lists, and what `entries` has found. Those that are so
   * already stay as they are. The whole call is one step of undo, and the history names the plugin. Needs `entries:change`.
   * @returns how many entries it changed
   * @example
   * const found = await entries('is:unread title:weather older:2d', 100)
   * const count = await changeEntries(found.map(({ id }) => id), { read: true })
   */
  changeEntries(ids: readonly string[], change: EntryChange): Promise<number>
  /**
   * A request by way of the server, to hosts that permissions `net:…` name.
   * @throws PluginRefusal `outside.forbidden`, `outside.unreachable` or `offline`
   */
  fetch(
    url: string,
    request?: OutboundRequest,
  ): Promise<{
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly text: string
  }>
}

export type ClientHost = SandboxHost &
  Contributions & {
    /** What entries say in another language, shown in the list and in the entry. Empty for those that stay as they are. */
    translations($translations: Store<EntryTranslations>): void
    /** The texts of the content's blocks, in the order of `TranslatedContent.texts`. */
    contentBlocks(html: string): Promise<readonly string[]>
    /**
     * The content of any entry: what is shown of the open one, else what its feed gives, loaded where it has to be.
     * @returns null where it has none. @throws PluginRefusal `offline`
     */
    contentOf(entryId: string): Promise<string | null>
    /**
     * The entries of the list as the user sees it, from the open one on, or from the first where none is open. A story is one
     * entry. Needs `entries:read`.
     * @param limit 1 or more
     */
    listedEntries(limit: number): Promise<readonly EntryHead[]>
    /** Entries that this browser stores, in the order of the ids; others are left out. Needs `entries:read`. */
    entryHeads(ids: readonly string[]): Promise<readonly EntryHead[]>
    /** Needs the permission `model`. */
    readonly model: LanguageModel
    /** Needs the permission `texts`. */
    readonly texts: StoredTexts
    /** Needs the permission `storage`. */
    readonly storage: PluginStorage
    /** Needs the permission `feeds:export`. */
    readonly feeds: FeedExports
    /** Sends a call of wire.ts. Needs the permission `wire`. */
    readonly wire: SendWire
    readonly reader: PluginReader
    readonly player: PluginPlayer
    /** The user's settings of this plugin, without secrets, and the reader's that the manifest names. */
    readonly $settings: Store<Readonly<Record<string, unknown>>>
    /** The user changes one of the settings in `readerSettings`; others are ignored. The change can be undone. */
    readonly readerSettingChanged: EventCallable<{ readonly name: string; readonly value: unknown }>
    /** Values of the manifest's `browserEnvironment`; empty where the manifest names none. */
    readonly environment: Readonly<Record<string, string>>
    /** Needs the permission `activity`: without it nothing is triggered. */
    readonly activity: ReaderActivity
    /** What the plugin registered is in place, and its stores have their values. */
    readonly started: Event<void>
    /** Shows a message. */
    readonly notified: EventCallable<PluginMessage>
    /** Copies a text, and shows that it is copied. */
    readonly textCopied: EventCallable<string>
    /** Downloads a file. */
    readonly downloadRequested: EventCallable<{ readonly name: string; readonly bytes: Uint8Array }>
    /** Shows a PluginRefusal as an error; stops the plugin for any other error. */
    readonly failed: EventCallable<unknown>
    /** Calls the server half. @throws PluginRefusal with its message, or `offline` */
    call<I extends z.ZodType, O extends z.ZodType>(
      call: PluginCall<I, O>,
    ): (input: z.input<I>) => Promise<z.output<O>>
    /** Runs when the plugin is switched off: the plugin ends its timers, listeners and styles there. */
    onStop(undo: () => void): void
  }

/** What a plugin from elsewhere has of it: the rest takes values that cannot be sent to its worker. */
export type SandboxClientHost = SandboxHost &
  SharedContributions &
  DataContributions &
  Pick<ClientHost, 'storage' | 'feeds' | 'contentOf' | '$settings' | 'started' | 'failed' | 'onStop'> & {
    /** Calls the server half; `output` checks what it returns. @throws PluginRefusal with its message, or `offline` */
    call<Output>(call: {
      readonly name: string
      readonly output: { parse(value: unknown): Output }
    }): (input: unknown) => Promise<Output>
    readonly reader: Pick<PluginReader, '$open' | '$listed' | '$view' | '$language'>
  }

/**
 * The default export of a plugin's client.tsx. Everything that is registered is unregistered when the plugin stops, and
 * the Effector units that it creates while it starts are cleared.
 * @example
 * export default defineClient(({ command, call }) => {
 *   command({ id: 'hello:greet', title: 'greet', run: async () => ({ key: 'greeting', values: await call(calls.greet)({}) }) })
 * })
 */
export const defineClient = (start: (host: ClientHost) => void): ClientHalf => ({ start })
export type ClientHalf = { readonly start: (host: ClientHost) => void }
