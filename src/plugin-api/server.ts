/** The API of the server half: a plugin's server.ts may use this and nothing else. */
import type { Kysely } from 'kysely'
import type { Highlight } from '../contract/highlights.ts'
import type { QueryRanking } from '../contract/query/ast.ts'
import type { PluginEventDetail, PluginEventName } from '../contract/plugin-events.ts'
import type { EntryCore, EntryWithContent, Feed } from '../contract/shapes.ts'

export type { Highlight }
import type { PluginCall, saveCall, z } from './manifest.ts'
import type { OutboundRequest, OutboundResponse } from './outbound.ts'
import type { BuiltInHost } from './wire-server.ts'

export type * from './wire-server.ts'
export { PluginRefusal, z } from './manifest.ts'
export type { OutboundRequest, OutboundResponse } from './outbound.ts'
export { isHtml } from '../core/is-html.ts'
export { queryProblem } from './query.ts'
export { textOfHtml } from '../contract/query/fold-text.ts'
export { escapeAttribute, withoutXmlForbidden } from '../core/escape-markup.ts'
export { baseAddress, bodyOf, headingOf, refusalOf, required, succeeded, webAddressOf } from './saving.ts'

/** What is the user's of an entry. */
export type UserMarks = {
  /** The names of the labels that they have put on it. */
  readonly labels: readonly string[]
  readonly starred: boolean
  /** The folder of its feed; empty where it is in none. */
  readonly folder: string
}

/** The user on whose behalf a call runs, with the data that the plugin may read. */
export type Caller = {
  readonly id: string
  /** The user's settings of this plugin, validated by its schema, defaults filled in. */
  readonly settings: Readonly<Record<string, unknown>>
  /** One of the secrets that the manifest names; empty when the user set none. */
  secret(name: string): string
  /**
   * The access token of the user's sign-in to the service (`signIn` of the manifest), refreshed where it has expired; empty
   * while they are not signed in.
   * @throws PluginRefusal `plugin.signIn.ended` where the service has ended the sign-in, or `outside.unreachable`
   */
  accessToken(): Promise<string>
  /**
   * An entry that the user may see, with its feed and what is the user's of it. Needs `entries:read`.
   * @throws PluginRefusal when there is none
   */
  entry(id: string): Promise<{ entry: EntryWithContent; feed: Feed } & UserMarks>
  /**
   * Entries that the user may see and a query of the query language selects, in its order. Needs `entries:read`.
   * @throws PluginRefusal `plugin.badQuery`
   */
  entries(query: string, options: EntrySelection): Promise<readonly SelectedEntry[]>
  /** The user's highlights and notes, the newest first. Needs `highlights:read`. @throws PluginRefusal `plugin.tooMuch` */
  highlights(of?: HighlightSelection): Promise<readonly Highlight[]>
  /**
   * What the user has read, the latest first: {@link MAX_HISTORY} at most, those before `until` and from `from` on (ms since 1970). The older
   * ones are read with the `readAt` of the last as `until`. What is marked unread again, and what the server has deleted, is not in it.
   * Needs `history:read`.
   */
  history(of?: HistorySelection): Promise<readonly ReadEntry[]>
  /**
   * A request through the outbound guard, to hosts that the manifest's permissions name.
   * @throws PluginRefusal `outside.unreachable` with the cause as text, or `outside.forbidden`
   */
  fetch(url: string, request?: OutboundRequest): Promise<OutboundResponse>
  /**
   * Sends an e-mail to the user's own confirmed address, by the server's mail server; it is stored until that accepts it.
   * Needs `mail:self`.
   * @throws PluginRefusal `plugin.noMail`, `plugin.mailUnconfirmed`, `plugin.mailTooLong` or `plugin.mailTooOften`
   */
  mail(letter: PluginMail): Promise<void>
  /**
   * The same to another address of the user, such as that of an e-reader. It is confirmed first, once: it receives a code in a
   * file, and then the code is typed by the user. Needs `mail:others`; not for installed plugins.
   * @throws PluginRefusal as `mail`, `plugin.mailCodeSent`, `plugin.mailCodeWrong` or `plugin.mailCodeTooOften`
   */
  mailTo(recipient: { readonly address: string; readonly code: string }, letter: PluginMail): Promise<void>
  /** Of the interface, as the user has set it: en, ja, zh-CN, zh-TW. */
  language(): Promise<string>
  /** What the plugin stores for its user on the server. Needs `values`. */
  readonly values: PluginValues
}

/** Entries of the history that are read at once. */
export const MAX_HISTORY = 500

export type HistorySelection = { readonly from?: number; readonly until?: number; readonly limit?: number }
export type ReadEntry = {
  readonly entryId: string
  /** null of what was read long ago. */
  readonly feedId: string | null
  /** ms since 1970 */
  readonly readAt: number
  /** It was marked as read together with all of a list. */
  readonly atOnce: boolean
}

/** Characters of one value as JSON, values of one plugin and user, and characters of all of them. */
export const MAX_VALUE = 32_000
export const MAX_VALUES = 100
export const MAX_VALUES_CHARACTERS = 200_000

/**
 * JSON by name (letters, digits, `.`, `_`, `:`, `/` and `-`, a hundred at most). They go with the account, and with an installed plugin. The
 * browser half reads none of them. Each function throws a PluginRefusal `plugin.forbidden` without the permission.
 */
export type PluginValues = {
  /** null: there is none. */
  get(name: string): Promise<unknown>
  /**
   * @param options.sealed encrypted with the server's key: for tokens and the like
   * @throws PluginRefusal `plugin.valuesFull` above {@link MAX_VALUE}, {@link MAX_VALUES} or {@link MAX_VALUES_CHARACTERS}
   */
  set(name: string, value: unknown, options?: { readonly sealed?: boolean }): Promise<void>
  delete(name: string): Promise<void>
}

/** The id of the entry by which a user tries whether a plugin saves: nothing of it is stored. */
export const TEST_ENTRY = 'test'

/** What the user has done with an entry. */
export type EntryEvent = PluginEventDetail & {
  /** The same where it is handled again. */
  readonly id: string
  readonly entryId: string
  /** ms since 1970 */
  readonly at: number
}

/** Entries that one query of a plugin finds at most. */
export const MAX_FOUND = 500

export type EntrySelection = {
  /** 1 to {@link MAX_FOUND} */
  readonly limit: number
  /** ms since 1970: those that have arrived since, and were published at most a month before. */
  readonly arrivedSince?: number
  /** Those with such an attachment alone. */
  readonly media?: 'audio'
  /** Of these alone. */
  readonly ids?: readonly string[]
  /** Those that follow this one, newest first, in a query without an order of its own: the next page. */
  readonly after?: { readonly id: string; readonly publishedAt: number } | undefined
  readonly withContent?: boolean
}

/** An entry, with its content where that was requested: HTML that the server has sanitised. */
export type SelectedEntry = {
  readonly entry: EntryCore & { readonly content?: string | null | undefined }
  /** Its own title, empty where it has none. */
  readonly feed: { readonly title: string }
}

/** Bytes of the files of one e-mail, all together. */
export const MAX_ATTACHED = 5_000_000

/** A file of an e-mail. */
export type MailFile = { readonly name: string; readonly type: string; readonly bytes: Uint8Array }
export type PluginMail = {
  readonly subject: string
  readonly text: string
  /** At most {@link MAX_ATTACHED} bytes together. */
  readonly files?: readonly MailFile[]
}

/** Characters of an entry's text that a condition is given. */
export const RULE_TEXT = 50_000

/** An entry as a condition of rules is given it: as it was published, before rules change it. */
export type RuleEntry = {
  readonly title: string
  /** Plain text of the content, its first {@link RULE_TEXT} characters. */
  readonly text: string
  /** Empty where it has none, as are the other texts. */
  readonly url: string
  readonly author: string
  /** As the feed names it, such as `en`. */
  readonly language: string | null
  /** ms since 1970 */
  readonly publishedAt: number
  /** Number of pictures and videos. */
  readonly media: number
  /** Seconds of all attachments; null where they are not known. */
  readonly duration: number | null
  /** The user's title of the feed, or its own. */
  readonly feedTitle: string
  readonly feedUrl: string
  readonly siteUrl: string
  /** The user's folder of the feed. */
  readonly folder: string
}

/** An entry that a ranking has found. */
export type NearEntry = {
  readonly id: string
  /** How near it is, 1 at most: the list shows it in percent. */
  readonly nearness: number
}

/** What a ranking is asked: an entry of the user's, or the words. */
export type RankingInput = {
  readonly value: string
  /** Entries that it returns at most. */
  readonly limit: number
}

/** What a condition is asked. */
export type ConditionInput = {
  /** At most 50. */
  readonly entries: readonly RuleEntry[]
  /** What the user entered, as the manifest describes it; `true` for a boolean condition. */
  readonly operand: string | number | boolean
}

/** What an action is asked to do. */
export type ActionInput = {
  readonly entryId: string
  /** What the user entered, as the manifest describes it; null where nothing is to be entered. */
  readonly operand: string | null
}

/** What becomes of an entry by an action of rules; what is absent stays. */
export type RuleEdit = { readonly read?: boolean; readonly starred?: boolean }

/** A file that the plugin serves. The types are those that no browser runs as a page of this server. */
export type PublicFile = {
  readonly type: 'application/rss+xml' | 'application/atom+xml' | 'application/feed+json' | 'text/calendar'
  readonly text: string
}

/** `reader`: the address of the reader, as the requesting program knows the server. */
export type PublicRequest = { readonly reader: string }

/** Responds at `/api/plugins/ID/public/NAME/TOKEN` to anyone who has the address: its token is all that protects it. */
export type PublicAddress = {
  /**
   * Whose address it is; null where the token is wrong. Compare hashes of a long random token in constant time, and store no
   * token. Wrong ones are counted, and too many refused.
   */
  userOf(name: string, token: string): Promise<string | null>
  /** Runs for that user while the plugin is on. @returns null where there is nothing: 404, as for a wrong token */
  respond(name: string, caller: Caller, request: PublicRequest): Promise<PublicFile | null>
}

/**
 * What of the plugin's tables is in the file of an account, by which a user takes everything to another server. Left out is what is
 * secret, what is worth money or limits what a user may use, what follows from something else, and ids of this server: say in the
 * plugin's README what travels and what does not.
 */
export type AccountData<T extends z.ZodType = z.ZodType> = {
  /** One record. A file may hold anything, so it bounds each field; records that do not fit are left out and reported. */
  readonly record: T
  /** Records of one user at most. */
  readonly most: number
  /** In an order that stays. */
  all(userId: string): Promise<readonly z.input<T>[]>
  /**
   * Adds those that the user lacks; nothing that is there is changed, and the same records again add nothing. The plugin may be off.
   * @returns how many were added, and how many there was no room for
   */
  add(
    userId: string,
    records: readonly z.output<T>[],
  ): Promise<{ readonly added: number; readonly left: number }>
}

/** `sqlite-vec` of SQLite, `pgvector` of PostgreSQL with its type `halfvec`. */
export type VectorExtension = 'sqlite-vec' | 'pgvector'

/** A migration of the plugin's tables, whose names begin with the plugin's id. */
export type PluginMigration = { up(db: Kysely<unknown>): Promise<void> }

/** What server halves have wherever they run. `C` is the user on whose behalf a handler runs. */
export type ServerHandlers<C> = {
  /**
   * Handles one of the manifest's `jobs`, for a user who has the plugin on: soon after it is switched on, then at each interval,
   * in one process of the server at a time. What it throws is shown on the plugin's page, and it is tried again some times. It
   * has a minute, and may be repeated after a crash of the server. A handler that returns `nextAt`, ms since 1970, runs then
   * where its interval is not over before: at the earliest in a minute.
   * @example
   * job('tidy', async ({ settings, fetch }) => void (await fetch(`${settings['endpoint']}/tidy`, { method: 'POST' })))
   */
  job(name: string, handler: (caller: C) => Promise<void | { readonly nextAt: number }>): void
  /**
   * Evaluates one of the manifest's `conditions`, when entries arrive and when the user tries a rule: for each entry whether
   * the condition holds, in the same order. It has ten seconds. Where it throws, is late or returns anything else, the
   * condition does not hold for these entries, and the page of the rules says why.
   * @example condition('mentions', async ({ entries, operand }) => entries.map(({ text }) => text.includes(String(operand))))
   */
  condition(name: string, handler: (input: ConditionInput, caller: C) => Promise<readonly boolean[]>): void
  /**
   * Does one of the manifest's `actions` with an entry for which a rule holds, soon after it has arrived. What it returns is
   * done with the entry, stands in the list of what apps did, and can be undone there; what it sends elsewhere cannot. Where it
   * refuses, the list of deliveries says why; it is tried again where a service was
   * not reached or asks to wait, and nothing is done twice ({@link OutboundRequest.idempotent}).
   * @example
   * action('star-long', async ({ entryId }, { entry }) => {
   *   const { content } = (await entry(entryId)).entry
   *   return { starred: (content ?? '').length > 20_000 }
   * })
   */
  action(name: string, handler: (input: ActionInput, caller: C) => Promise<RuleEdit | undefined>): void
  /**
   * Handles one of the manifest's `events`, soon after it: one at a time for each user, in their order, at least once. An event
   * whose handler throws is tried again for some minutes, a day where the service does not answer, and the later ones wait; then
   * it is dropped, and the plugin's page says why.
   * @example event('starred', async ({ entryId }, { fetch, settings }) => void (await fetch(`${settings['endpoint']}/${entryId}`)))
   */
  event(name: PluginEventName, handler: (event: EntryEvent, caller: C) => Promise<void>): void
  /** ms since 1970, by the server's clock. */
  now(): number
  log(message: string, facts?: Readonly<Record<string, unknown>>): void
}

export type ServerHost = ServerHandlers<Caller> &
  BuiltInHost & {
    /** Handles one call of the plugin's contract; the host validates input and output. */
    answer<I extends z.ZodType, O extends z.ZodType>(
      call: PluginCall<I, O>,
      handler: (input: z.output<I>, caller: Caller) => Promise<z.input<O>>,
    ): void
    /**
     * Answers one of the manifest's `rankings` in searches, with the nearest entries first. It may return entries that the user no
     * longer sees: the server leaves them out. A refusal is shown in place of the list. It has a minute.
     * @example ranking('about', async ({ value, limit }) => nearest(await vectorOf(value), limit))
     */
    ranking(
      name: QueryRanking,
      handler: (input: RankingInput, caller: Caller) => Promise<readonly NearEntry[]>,
    ): void
    /**
     * Deletes what the plugin has stored for a user who has switched it off and not on again for a day; the account's own end
     * deletes it by the tables' foreign keys.
     */
    switchedOff(handler: (userId: string) => Promise<void>): void
    /** Puts what the user has in the plugin's tables into the file of their account. */
    accountData<T extends z.ZodType>(data: AccountData<T>): void
    /** GET requests without a session. Needs `public`. */
    publicAddress(address: PublicAddress): void
    /** What the administrator set: the variables of the manifest's `environment`, validated, defaults filled in. */
    readonly environment: Readonly<Record<string, unknown>>
    /** The plugin's tables; of others it may read `CoreTables`. */
    tables<Schema>(): Kysely<Schema>
    /** The extension by which the database compares vectors; null where it has none. */
    vectorExtension(): Promise<VectorExtension | null>
    /**
     * HTML as a part of an XHTML document: sanitised, well-formed, of HTML5 and MathML. Pictures, sound, films and frames are left
     * out; of a picture its alternative text stays. Within bounds as below. @throws ParsingError
     */
    xhtml(html: string): Promise<string>
    /**
     * The headers by which the receiver of a webhook knows its sender, as the Standard Webhooks specification says.
     * @param secret `whsec_` and base64
     * @param message with its `id`, the same when it is sent again
     */
    signed(
      secret: string,
      message: { readonly id: string; readonly body: string },
    ): Readonly<Record<string, string>>
    /**
     * Where quotations stand in a service's rendition of an entry, for services that mark a text by its place: for each its range, null
     * where the text is not there. Within bounds as below. @throws ParsingError
     */
    textRanges(input: TextRangesInput): Promise<readonly (TextRange | null)[]>
    /** HTML as Markdown. Foreign HTML is converted within bounds on time and memory. @throws ParsingError */
    markdown(html: string): Promise<string>
  }

export type TextRangesInput = {
  /** The content of the element to which the paths are relative. */
  readonly html: string
  readonly quotes: readonly {
    readonly exact: string
    /** The text before and after it. */
    readonly prefix: string
    readonly suffix: string
  }[]
  /** The name of an element that the service puts around marked text: no path names one. */
  readonly transparent?: string
}
export type TextRange = { readonly start: TextPoint; readonly end: TextPoint }
/** A place in the text of an element. */
export type TextPoint = {
  /** A relative XPath such as `section[1]/p[2]`; empty: the element to which paths are relative. */
  readonly path: string
  /** In all of the element's text, in UTF-16 code units. */
  readonly offset: number
  /** The same in Unicode characters. */
  readonly characters: number
}

/** Of all that a user has, or of an entry: the next `limit`, 500 at most, after one that was read; without a limit all, where that is not too much. */
export type HighlightSelection = {
  readonly entryId?: string
  readonly after?: Pick<Highlight, 'id' | 'createdAt'>
  readonly limit?: number
}

/** The user on whose behalf a server half from elsewhere runs. */
export type SandboxCaller = Pick<
  Caller,
  'settings' | 'secret' | 'accessToken' | 'entry' | 'highlights' | 'history' | 'values'
> & {
  /**
   * A request through the outbound guard, to hosts that the permissions name.
   * @throws PluginRefusal `outside.unreachable` with the cause as text, or `outside.forbidden`
   */
  fetch(url: string, request?: OutboundRequest): Promise<Omit<OutboundResponse, 'bytes'>>
}

/** What a server half from elsewhere has of the host: the rest takes values that cannot be sent to where it runs. */
export type SandboxServerHost = ServerHandlers<SandboxCaller> & {
  /** Saves an entry to a service, for a plugin that calls `host.saves()`. */
  answer(
    call: 'save',
    handler: (
      input: z.output<typeof saveCall.input>,
      caller: SandboxCaller,
    ) => Promise<z.input<typeof saveCall.output>>,
  ): void
  /** Handles one call of the browser half, by its name. */
  answer<Input>(
    call: string | { readonly name: string },
    handler: (input: Input, caller: SandboxCaller) => unknown,
  ): void
}

export type ServerHalf = {
  readonly migrations: Readonly<Record<string, PluginMigration>>
  readonly start: (host: ServerHost) => void
}

/**
 * The default export of a plugin's server.ts.
 * @example export default defineServer(({ answer }) => { answer(calls.greet, async ({ name }) => ({ words: `Hello ${name}` })) })
 */
export const defineServer = (
  start: (host: ServerHost) => void,
  migrations: Readonly<Record<string, PluginMigration>> = {},
): ServerHalf => ({ start, migrations })
