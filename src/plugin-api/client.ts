/** The API of the browser half: a plugin's client.tsx may use this and nothing else. */
import type { Event, EventCallable, Store } from 'effector'
import type { z } from 'zod'
import type { Argument, Choice, CommandArgs } from '../core/index.ts'
import type { LanguageModel } from './language-model.ts'
import type { ReaderActivity } from './activity.ts'
import type { FeedExports } from './formats.ts'
import type { PluginCall } from './manifest.ts'
import type { OutboundRequest } from './outbound.ts'
import type { PluginPlayer } from './player.ts'
import type { Contributions, DataContributions, PluginMessage, SharedContributions } from './parts.ts'
import type { SendWire } from './wire.ts'
import type { EntryHead, EntryTranslations, PluginReader, StoredTexts } from './reader.ts'
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
