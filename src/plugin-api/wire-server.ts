/** What the server half of a built-in plugin has besides its own calls: of the wire contract, of feeds, and of the whole server. */
import type { Kysely } from 'kysely'
import type { Feed, ProfileUser } from '../contract/shapes.ts'
import type { z } from './manifest.ts'
import type { WireCall } from './wire.ts'

/** What a user pays. */
export type Payment = {
  /** 0 or more, with a few decimals at most. */
  readonly price: number
  /** The id of the user who receives it; null: nobody. */
  readonly to: string | null
  /** What is bought, as the payer's list of payments names it. */
  readonly about: { readonly listId?: string; readonly instanceId?: string; readonly comment?: string }
  /** A payment with the same key is made once. */
  readonly key: string
  /** Of the second factor, where the user has entered one. */
  readonly code: string | undefined
}
/** `hash`: of the payment, by which it is found; null where nothing costs anything. */
export type Receipt = { readonly hash: string | null }

/** Demands a code of the second factor, from a user who has one. @param how.always from every user. @throws the refusals of codes */
export type DemandCode = (code: string | undefined, how?: { readonly always?: boolean }) => Promise<void>
export type Payer = { readonly user: { readonly id: string }; readonly demandCode: DemandCode }

/** How users pay on this server; a PluginRefusal is a refusal of the call that costs something. */
export type Payments<S = unknown> = {
  /** Charges the user. `also` runs in the same transaction, and not at a repetition: what it throws makes nothing be paid. */
  pay(
    payer: Payer,
    payment: Payment,
    also: (db: Kysely<S>, receipt: Receipt) => Promise<void>,
  ): Promise<Receipt>
  /**
   * Pays a user what is held for their feed. `transfer` runs first in the same transaction: it makes the user the owner, and
   * returns the ids of the feed and of those that were merged into it.
   */
  payOwner(userId: string, transfer: (db: Kysely<S>) => Promise<readonly string[]>): Promise<void>
}

/** Fields of the contract's feeds that plugins fill, by the ids of feeds; a feed may be absent. */
export type FeedFields = {
  readonly tipUsers: readonly ProfileUser[]
  /** What the feed was tipped. */
  readonly tipAmount: number
  readonly boosters: readonly ProfileUser[]
}
export type FeedFieldReaders = {
  readonly [F in keyof FeedFields]?: (
    feedIds: readonly string[],
  ) => Promise<ReadonlyMap<string, FeedFields[F]>>
}

/** A feed that a user may see. */
export type VisibleFeed = {
  readonly id: string
  readonly ownerUserId: string | null
  readonly isInbox: boolean
}

/** Who uses the language model. `admin` is absent in a round, whose refusals nobody reads. */
export type ModelUser = {
  readonly id: string
  readonly role: 'user' | 'trial'
  readonly admin?: boolean
}
export type ModelMessage = { readonly role: 'user' | 'assistant'; readonly content: string }

/**
 * The server's language model for one user, whose requests of the day are counted; a failure is not. Each function throws a refusal
 * where there is no model, the user is on trial or has no request left, or the model fails.
 */
export type ModelAccess = {
  /** Refuses before anything else is done: without a model, and for users on trial. */
  require(): void
  /**
   * One response as text.
   * @param task.instructions never contain foreign text @param signal in place of the request's
   */
  query(
    task: { readonly instructions: string; readonly material: string },
    signal?: AbortSignal,
  ): Promise<string>
  /** A response piece by piece; it waits for the first one. */
  stream(talk: {
    readonly instructions: string
    readonly messages: readonly ModelMessage[]
  }): Promise<AsyncIterable<string>>
  /** Removes the reasoning that some models stream first. */
  withoutThoughts(text: string): string
  usage(): Promise<{ readonly asked: number; readonly limit: number; readonly model: string }>
}

/** An entry as the rules of the user rewrite it. */
export type RewrittenEntry = {
  readonly title: string | null
  readonly description: string | null
  readonly url: string | null
  /** Sanitised HTML; null without any. */
  html(target: 'content' | 'readabilityContent'): Promise<string | null>
}

/** An entry of a list. */
export type Headline = {
  readonly id: string
  readonly title: string | null
  readonly feedTitle: string | null
  readonly content: string | null
}

/** One request of a call of the wire contract. */
export type WireRequest = {
  readonly user: Required<ModelUser>
  /** Aborted when the client closes the connection before the response has ended. */
  readonly signal: AbortSignal
  readonly model: ModelAccess
  /** The Idempotency-Key header, if the client sent one. */
  readonly idempotencyKey: string | null
  newId(): string
  /** @throws the refusal `entryNotFound` */
  entry(id: string): Promise<RewrittenEntry>
  /** Those of the entries that the user may see, with their contents as stored. */
  entries(ids: readonly string[]): Promise<
    readonly (Pick<RewrittenEntry, 'title' | 'description'> & {
      readonly id: string
      readonly content: string | null
    })[]
  >
  /** The newest titles of a feed that the user may see; null for any other. */
  newestOf(
    feedId: string,
    limit: number,
  ): Promise<{ readonly title: string; readonly entries: readonly (string | null)[] } | null>
  /** The feed of an entry that the user may see; null without one. */
  feedOf(entryId: string): Promise<VisibleFeed | null>
  feed(id: string): Promise<VisibleFeed | null>
  ownsInbox(handle: string): Promise<boolean>
  readonly demandCode: DemandCode
  /** Whether the request has the proof of a captcha, where the server demands one. */
  passesCaptcha(): Promise<boolean>
  /**
   * Charges the user, where a plugin of the server has payments. `also` runs in the same transaction, and not at a repetition:
   * what it throws makes nothing be paid.
   * @throws refusals of the payments, and those for the code of the second factor
   */
  pay<S>(payment: Payment, also: (db: Kysely<S>, receipt: Receipt) => Promise<void>): Promise<void>
}

/**
 * Handlers of the calls of wire.ts by name. A PluginRefusal with a key of the contract's refusals, those of wire.ts included, is
 * that refusal; its `reason` is what is wrong with this request.
 */
export type WireHandlers<C extends Readonly<Record<string, WireCall>>> = {
  readonly [N in keyof C]: (
    input: z.output<C[N]['input']>,
    request: WireRequest,
  ) => Promise<C[N] extends { readonly stream: true } ? AsyncIterable<string> : z.input<C[N]['output']>>
}

/** How feeds at addresses of a scheme are read. */
export type FeedScheme = {
  /** Said where there is nothing to ask: what the scheme belongs to, and the variable that sets one up. */
  readonly name: string
  readonly variable: string
  /** Between two fetches of a feed, at least. */
  readonly everyMinutes: number
  /** The key of the refusal for an address that is answered 404. */
  readonly missing: string
  /**
   * The web address where the feed stands now; null without any.
   * @param userId who previews the address, following it or not; null for scheduled fetches
   */
  locate(address: string, userId: string | null): Promise<string | null>
  /** The address in files for other programs. @param base that the user named, if any */
  exported(address: string, base: string | undefined): string
}

/** A response through the outbound guard. */
export type GuardedResponse =
  | { readonly ok: true; readonly status: number; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly message: string }

/** Columns of the server's own tables that plugins may join with theirs, to read. */
export type CoreTables = {
  user: {
    readonly id: string
    readonly name: string
    readonly image: string | null
    readonly handle: string | null
    readonly role: string | null
    readonly createdAt: string | Date
  }
  feeds: { readonly id: string; readonly url: string; readonly ownerUserId: string | null }
  subscriptions: { readonly userId: string; readonly feedId: string }
  lists: { readonly id: string; readonly ownerUserId: string }
  listSubscriptions: { readonly listId: string; readonly userId: string }
  /** `batch` is null for an entry that was marked as read by itself. */
  reads: { readonly userId: string; readonly readAt: number; readonly batch: string | null }
  collections: { readonly userId: string; readonly createdAt: number }
}

export type BuiltInHost = {
  /** Handles the calls of wire.ts. They answer also while the user has the plugin off, as other clients know no plugins. */
  answerWire<const C extends Readonly<Record<string, WireCall>>>(calls: C, handlers: WireHandlers<C>): void
  /** Reads feeds at addresses of one of the schemes of wire.ts. */
  feedScheme(scheme: string, how: FeedScheme): void
  /** Works for the whole server, in one of its processes at a time. @param queue its name among the jobs, which no other has */
  round(queue: string, work: { readonly everyMinutes: number; run(signal: AbortSignal): Promise<void> }): void
  /** Adds to the response of the call `status.configs`. */
  configs(values: Readonly<Record<string, unknown>>): void
  /** How users pay; without a plugin that says so nothing costs anything. */
  payments<S>(how: Payments<S>): void
  /** Fills fields of feeds in responses. */
  feedFields(readers: FeedFieldReaders): void
  /** The feeds are fetched this often from now on, where they do not fail and declare no longer time. For a {@link BuiltInHost.round}. */
  fetchEvery(minutes: number, feedIds: readonly string[]): Promise<void>
  readonly engine: 'sqlite' | 'postgres'
  /** By id; those of deleted accounts are absent. */
  profiles(userIds: readonly string[]): Promise<ReadonlyMap<string, ProfileUser>>
  feeds(ids: readonly string[]): Promise<ReadonlyMap<string, Feed>>
  /** A GET request through the outbound guard to an address of any user. Never throws. */
  ask(url: string, headers?: Readonly<Record<string, string>>): Promise<GuardedResponse>
  /**
   * Foreign bytes as the default export of a module reads them, in a process apart where there are many.
   * @throws ParsingError where that takes too much time or memory, or throws
   */
  parse<Result>(module: URL, bytes: Uint8Array): Promise<Result>
  /**
   * Seals the values of a column of a table whose key is `id`, so that a copy of the database alone reveals none; those that
   * are still in plain text are sealed at the start.
   * @param use separates the keys of different uses @returns `open` gives null for a value that another server's secret sealed
   */
  sealedColumn(
    column: { readonly table: string; readonly column: string },
    use: string,
  ): {
    readonly close: (value: string) => string
    readonly open: (sealed: string) => string | null
  }
  /** The language model, outside of a request. Needs `model`, as that of a request does. @param signal aborted when nobody waits for the response */
  model(user: ModelUser, signal: AbortSignal): ModelAccess
  /** Whether the administrator has set a language model up. */
  readonly hasModel: boolean
  /** null for an account that is disabled, or that there is not. */
  account(userId: string): Promise<ModelUser | null>
  /** The entries that arrived in a view of a user in a period, the newest first. @param period ms; `to` is exclusive */
  arrivedIn(
    userId: string,
    view: number,
    period: { readonly from: number; readonly to: number },
    limit: number,
  ): Promise<readonly Headline[]>
  /** The text of HTML, cut between two words; null without any. */
  plainText(html: string, longest?: number): string | null
  /** Text as HTML, in its paragraphs. */
  htmlOfText(text: string): string
  sanitised(html: string, base: string | null): string
  /** Splits markup between elements into chunks that fit a language model, and joins what becomes of them. */
  mapChunks(html: string, change: (chunk: string) => Promise<string>): Promise<string>
  /** The feeds whose addresses begin so, with the numbers of their public followers, the most followed first. */
  feedsAt(
    prefix: string,
  ): Promise<readonly { readonly feed: Feed; readonly address: string; readonly count: number }[]>
  /** How their last fetches went, by hour, the oldest first. */
  fetchesAt(prefix: string): Promise<
    readonly {
      readonly timestamp: string
      readonly successCount: number
      readonly errorCount: number
      readonly successRate: number
    }[]
  >
}
