/**
 * What the page may ask of follow.db: one typed table of calls, run in the worker, one transaction each.
 * The page never sends SQL. Times are ms since 1970, ids are text.
 */
import type { ActionResult, Attachment, Extra, Feed, Inbox, List, Media } from '../contract/shapes.ts'
import type { HighlightColor } from '../contract/highlight-limits.ts'
import type { Highlight } from '../contract/highlights.ts'
import type { QueryAst } from '../contract/query/ast.ts'
import type { Snippet } from '../contract/query/snippet.ts'
import type { ReadingCandidate } from '../contract/reading-list.ts'
import type { View } from '../contract/views.ts'

/** An entry without its content, as the timeline shows it. `read`, `starredAt` and `labels` are what the server has confirmed. */
export type EntryHead = {
  readonly id: string
  readonly feedId: string
  readonly guid: string
  readonly title: string | null
  readonly url: string | null
  readonly description: string | null
  readonly author: string | null
  readonly authorUrl: string | null
  readonly authorAvatar: string | null
  readonly language: string | null
  readonly categories: readonly string[]
  readonly media: readonly Media[]
  readonly attachments: readonly Attachment[]
  readonly extra: Extra | null
  readonly settings: ActionResult | null
  /** The wire's `from`: "feed", or ids of lists that carry the feed. */
  readonly sources: readonly string[]
  readonly publishedAt: number
  readonly insertedAt: number
  readonly read: boolean
  readonly starredAt: number | null
  /** Names of its labels; absent: none, and of a received entry: not known. */
  readonly labels?: readonly string[] | undefined
}

export type EntryBody = {
  readonly content: string | null
  readonly readabilityContent: string | null
  readonly readabilityUpdatedAt: number | null
}

/** What is derived of an entry in some language, by the part of the entry. */
export type EntryText = {
  readonly title?: string
  readonly description?: string
  readonly content?: string
  readonly readabilityContent?: string
}
type EntryTextOf<Part extends keyof EntryText> = { readonly entryId: string } & Pick<EntryText, Part>
type InLanguage = { readonly language: string }

/** One entry of a server's timeline answer, ready to be kept. `content` undefined leaves a stored one alone. */
export type ReceivedEntry = EntryHead & {
  readonly content?: string | null
  readonly view?: View
  /** As the server counted them; undefined: it did not yet. */
  readonly readingSeconds?: number | undefined
}

/** A row of the subscription list. `id` is type/targetId (spec 3). */
export type LocalSubscription = {
  readonly id: string
  readonly type: 'feed' | 'list' | 'inbox'
  readonly feedId: string | null
  readonly listId: string | null
  readonly inboxId: string | null
  readonly userId: string
  readonly view: View
  readonly isPrivate: boolean
  /** The timelines of its view leave its entries out. */
  readonly hideFromTimeline: boolean
  readonly title: string | null
  readonly category: string | null
  readonly createdAt: number
}

export type LocalFeed = Feed & {
  readonly id: string
  readonly subscriptionCount?: number | null
  readonly updatesPerWeek?: number | null
  readonly latestEntryPublishedAt?: string | null
}

export type LocalList = List & {
  readonly subscriptionCount?: number | null
  /** Whole POWER that the list earned, as text. */
  readonly purchaseAmount?: string | null
}

/** Another user, as everybody sees them. */
export type LocalUser = {
  readonly id: string
  readonly name: string | null
  readonly handle: string | null
  readonly image: string | null
  readonly bio: string | null
  readonly website: string | null
  readonly socialLinks: Readonly<Record<string, string>> | null
}

export type SubscriptionSet = {
  readonly subscriptions: readonly LocalSubscription[]
  readonly feeds: readonly LocalFeed[]
  readonly lists: readonly LocalList[]
  readonly inboxes: readonly Inbox[]
}

/**
 * A query over the entries of follow.db. A text is parsed by the worker, so that a page that only lists need not load the
 * parser; one that cannot be read selects nothing. `now`: what ages count from, ms since 1970; the worker's clock when
 * absent.
 */
export type QueryAsk = { readonly select: QueryAst | string; readonly now?: number }
/**
 * `new`, `old`: by publishedAt, then id. `relevance`: titles with the query's words first, then newest first. `named`: as
 * the entries are named.
 */
export type QueryOrder = 'new' | 'old' | 'relevance' | 'named'

/**
 * Which entries a timeline lists: those of some feeds, the stars of a view, or what a query selects. Order: publishedAt,
 * then id, descending; of a query its own.
 */
export type TimelineAsk = {
  readonly of:
    | { readonly feedIds: readonly string[] }
    | { readonly starsOf: View }
    | { readonly query: QueryAsk }
    /** These, in this order. */
    | { readonly entryIds: readonly string[] }
  /** Leaves out entries that are read, pending marks counted in. */
  readonly unreadOnly: boolean
  /** Strictly after this place in the order; null starts at the top. */
  readonly after: {
    readonly publishedAt: number
    readonly id: string
    /** How many rows come before, which counts where a query has another order. */
    readonly row?: number
  } | null
  readonly limit: number
  /** The page names the feed of each entry. */
  readonly withFeeds?: true
  /** How many of the first rows come whole: a list that opens would ask for them next. */
  readonly heads?: number
}
/** Parallel arrays, because a hundred thousand small objects cost more to clone than the query. */
export type TimelinePage = {
  readonly ids: readonly string[]
  readonly times: readonly number[]
  readonly done: boolean
  readonly heads?: readonly EntryHead[]
  /** Of a query; absent: newest first. */
  readonly order?: QueryOrder
  /** Of each entry, where the page was requested with feeds. */
  readonly feedIds?: readonly string[]
  /** All entries of the stories that entries of the page belong to, listed or not; absent: none does. */
  readonly stories?: readonly StoryEntry[]
}
/** An entry of a story that several feeds have. */
export type StoryEntry = {
  readonly id: string
  readonly storyId: string
  readonly feedId: string
  readonly publishedAt: number
}

/** The scope of a mark-all with its view and folder already resolved to feeds. */
export type ReadScope = {
  readonly feedIds: readonly string[]
  readonly startTime?: number
  readonly endTime?: number
  readonly insertedBefore?: number
}

/** Pending changes whose effect the timeline's SQL must see at once; the others live in memory and the outbox only. */
export type EntryEffect =
  | { readonly do: 'read'; readonly entryIds: readonly string[]; readonly read: boolean }
  | { readonly do: 'readAll'; readonly scope: ReadScope; readonly batch: string }
  | { readonly do: 'unreadAll'; readonly batch: string }
  | { readonly do: 'star'; readonly entryId: string; readonly starredAt: number | null; readonly view: View }
  | LabelEffect
  | HighlightEffect
/** `label` puts a label on entries or takes it off; renaming and deleting concern the labels within it too. */
export type LabelEffect =
  | {
      readonly do: 'label'
      readonly name: string
      readonly entryIds: readonly string[]
      readonly on: boolean
    }
  | { readonly do: 'labelRename'; readonly name: string; readonly to: string }
  | { readonly do: 'labelDelete'; readonly name: string }
  /** Undoes a deletion: the labels of some entries. */
  | {
      readonly do: 'labelRestore'
      readonly entries: readonly (readonly [id: string, names: readonly string[]])[]
    }
/** `highlightPut` creates one or brings it back. What a change leaves out stays. */
export type HighlightEffect =
  | { readonly do: 'highlightPut'; readonly entryId: string; readonly highlight: StoredHighlight }
  | {
      readonly do: 'highlightChange'
      readonly entryId: string
      readonly id: string
      readonly color?: HighlightColor
      readonly note?: string | null
    }
  | { readonly do: 'highlightDelete'; readonly entryId: string; readonly id: string }
export const isHighlightEffect = (effect: EntryEffect): effect is HighlightEffect =>
  effect.do.startsWith('highlight')
export const isLabelEffect = (effect: EntryEffect): effect is LabelEffect => effect.do.startsWith('label')

/** The entries that an effect can touch, null when any. */
export function reach(effect: EntryEffect): readonly string[] | null {
  if (effect.do === 'read' || effect.do === 'label') return effect.entryIds
  return effect.do === 'star' || isHighlightEffect(effect) ? [effect.entryId] : null
}

/** A change that the server has not accepted yet. Kept apart from the cache: wiping the cache never loses one. */
export type OutboxRow = {
  /** Also the Idempotency-Key it is sent with. */
  readonly id: string
  /** Writes of one noun go one after another. */
  readonly noun: string
  /** Name of the change, e.g. reads.mark. */
  readonly name: string
  /** JSON-safe arguments of the change. */
  readonly args: unknown
  readonly effect: EntryEffect | null
  readonly at: number
}
/** `unreadDelta`: how many local entries of each feed changed their shown read mark when it began. */
export type StoredOutboxRow = OutboxRow & { readonly unreadDelta: Record<string, number> }

/** A mutation or local change by name, with JSON-safe arguments. */
export type NamedChange = { readonly name: string; readonly args: unknown }
/** Reading marks entries without being asked. */
export type ReadingOrigin = 'open' | 'scroll' | 'hover' | 'render'
/** What caused a change: a command or control, reading, or a plugin by its id. */
export type ChangeOrigin = 'command' | ReadingOrigin | `plugin:${string}`
/**
 * What was done, as an i18n key with values, for "Undo: …". `values.count` is the number of things it changed; `many`
 * is the key for several such changes in one step.
 */
export type ChangeTitle = {
  readonly key: string
  readonly many?: string
  readonly values: Readonly<Record<string, string | number>>
}
/** The command that was run, with the arguments of its call. */
export type JournalCommand = { readonly id: string; readonly args: Readonly<Record<string, unknown>> }
/** A step of the journal: what one undo takes back. `id` is the id of its first change. */
export type JournalRow = {
  readonly id: string
  /** ms, of its newest change. */
  readonly at: number
  readonly title: ChangeTitle
  readonly origin: ChangeOrigin
  /** The command run, or the run of reading, whose changes are this one step. */
  readonly group: string | null
  /** null: reading, or a control that runs no command. */
  readonly command: JournalCommand | null
  /** ms; null: not undone, or done again. */
  readonly undoneAt: number | null
}
/** One change of a step. `id` is the mutation id. `undo` null: not known yet, because the server has not accepted it. */
export type JournalChange = {
  readonly id: string
  readonly undo: NamedChange | null
  /** null: cannot be repeated. */
  readonly redo: NamedChange | null
}
/** A step with its changes, oldest first. */
export type JournalStep = JournalRow & { readonly changes: readonly JournalChange[] }
/** A step that marked an entry as read or unread. */
export type JournalMark = {
  readonly read: boolean
  /** ms, of the step's newest change. */
  readonly at: number
  readonly origin: ChangeOrigin
  readonly command: JournalCommand | null
}
/** A change to add to a step, which it creates or extends. */
export type JournalWrite = {
  readonly row: Omit<JournalRow, 'undoneAt'>
  readonly change: JournalChange
  /** The change repeats an undone one: the other undone steps can still be repeated. */
  readonly repeats?: boolean
}

/** A highlight, or a note on an entry, with what lists show of the entry. Times are ms since 1970. */
export type StoredHighlight = Omit<Highlight, 'createdAt' | 'updatedAt' | 'entry'> & {
  readonly createdAt: number
  readonly entry: Omit<Highlight['entry'], 'publishedAt'> & { readonly publishedAt: number }
}
/** Highlights as the server has them. `complete`: it has no others. */
export type ReceivedHighlights = {
  readonly rows: readonly StoredHighlight[]
  readonly deleted: readonly string[]
  readonly complete: boolean
}

/** What follow.db stores of a feed's entries, pending changes counted in. */
export type FeedStatistics = { readonly entries: number; readonly read: number; readonly starred: number }
/** Entries with a label or one within it, each once, as they show. */
export type LabelCounts = Readonly<Record<string, { readonly entries: number; readonly unread: number }>>
/** Number of addresses that entries of both feeds have. Each pair once, `feedId` < `otherId`. */
export type SharedEntries = { readonly feedId: string; readonly otherId: string; readonly count: number }

export type SearchHit = {
  readonly id: string
  readonly feedId: string
  /** What the entry is called: its title, else its text or address. */
  readonly title: string
  readonly publishedAt: number
}

/** The file of an installed plugin. */
export type StoredBundle = {
  readonly text: string
  /** Of the text, as it was installed. */
  readonly hash: string
}

export type StorageSettings = {
  /** Whether the database outlives the tab. */
  readonly persistent: boolean
  /** Maximum number of entries; the oldest are removed beyond it. */
  readonly maxEntries: number
}

export type LocalCalls = {
  /** Takes the user whose database this is; another one than before wipes everything (spec 4). Answers whether it did. */
  'user.take': (user: { id: string; row: Readonly<Record<string, unknown>> }) => { wiped: boolean }
  'user.get': () => { id: string; row: Readonly<Record<string, unknown>> } | null
  /** Adds other users, or replaces what is stored of them. The user of the database stays as it is. */
  'users.put': (users: readonly LocalUser[]) => void
  /** Those of the ids that are stored. */
  'users.get': (ids: readonly string[]) => LocalUser[]
  'meta.get': (key: string) => unknown
  'meta.set': (pair: { key: string; value: unknown }) => void
  /** The stored file of an installed plugin; null where there is none. */
  'pluginBundle.get': (plugin: string) => StoredBundle | null
  /** Replaces it; null removes it. */
  'pluginBundle.put': (stored: { plugin: string; stored: StoredBundle | null }) => void
  'subscriptions.replace': (set: SubscriptionSet) => void
  'subscriptions.all': () => SubscriptionSet
  /** Adds feeds, or replaces what is stored of them; the others stay. */
  'feeds.put': (feeds: readonly LocalFeed[]) => void
  /** By feed id, without feeds of which nothing is stored. */
  'feeds.statistics': () => {
    readonly feeds: Readonly<Record<string, FeedStatistics>>
    readonly shared: readonly SharedEntries[]
  }
  'unread.replace': (counts: Readonly<Record<string, number>>) => void
  'unread.put': (counts: Readonly<Record<string, number>>) => void
  'unread.all': () => Record<string, number>
  /** Answers the ids of those that were not so before; the others are left as they are. */
  'entries.put': (entries: readonly ReceivedEntry[]) => readonly string[]
  'entries.heads': (ids: readonly string[]) => EntryHead[]
  'entries.body': (id: string) => EntryBody | null
  /** By entry id; without those that have none. */
  'entries.bodies': (ids: readonly string[]) => Record<string, EntryBody>
  /** Answers as `entries.put`. */
  'entries.putContents': (rows: readonly { id: string; content: string }[]) => readonly string[]
  'entries.putReadability': (row: { id: string; content: string | null; at: number }) => void
  /** Those of the ids that have no content yet. */
  'entries.withoutContent': (ids: readonly string[]) => string[]
  /** Those that are stored; the others are left out. */
  'summaries.get': (
    of: { readonly ids: readonly string[] } & InLanguage,
  ) => EntryTextOf<'content' | 'readabilityContent'>[]
  /** Adds texts; the others of the entry stay. */
  'summaries.put': (row: EntryTextOf<'content' | 'readabilityContent'> & InLanguage) => void
  'translations.get': (of: { readonly ids: readonly string[] } & InLanguage) => EntryTextOf<keyof EntryText>[]
  'translations.put': (rows: readonly (EntryTextOf<keyof EntryText> & InLanguage)[]) => void
  'entries.search': (ask: { text: string; limit: number }) => SearchHit[]
  /** Entries that a query selects, in its order. */
  'entries.query': (ask: QueryAsk & { readonly limit: number }) => SearchHit[]
  /** How many entries a query selects, and how many of them show as unread. */
  'entries.queryCount': (ask: QueryAsk) => { total: number; unread: number }
  /** The parts of the entries' texts that say what a query looks for, by id; those without are left out. */
  'entries.snippets': (ask: QueryAsk & { readonly ids: readonly string[] }) => Record<string, Snippet>
  /** Unread entries that a list for some minutes is chosen from (contract/reading-list.ts). */
  'entries.readingCandidates': (ask: { readonly now?: number }) => readonly ReadingCandidate[]
  'entries.remove': (ids: readonly string[]) => void
  /** By the key of the label (contract/label-names). */
  'labels.counts': () => LabelCounts
  /** Those that the server has confirmed. */
  'highlights.all': () => readonly StoredHighlight[]
  /** Overwrites what the server has confirmed. */
  'highlights.put': (received: ReceivedHighlights) => void
  'timeline.page': (ask: TimelineAsk) => TimelinePage
  /** Rows unread, pending marks counted in, by feed: what a property test holds against the counts. */
  'timeline.unreadCounts': () => Record<string, number>
  'outbox.all': () => StoredOutboxRow[]
  /** Keeps the change and lets its effect show. Answers how many local entries of each feed changed their read mark. */
  'outbox.begin': (row: OutboxRow & { readonly journal?: JournalWrite }) => {
    unreadDelta: Record<string, number>
  }
  /** Folds the effects into the confirmed rows and drops the changes. */
  'outbox.accepted': (ids: readonly string[]) => void
  /** Drops the changes and their effects; what other pending changes did stays. */
  'outbox.refused': (ids: readonly string[]) => void
  /** What another device did and the server has told: laid on the confirmed rows, pending changes stay over it. */
  'outbox.heard': (effect: EntryEffect) => void
  /** Adds a change to the journal. A new change removes the undone steps. */
  'journal.add': (write: JournalWrite) => void
  /** The steps that undo and redo would take next. */
  'journal.newest': () => { readonly undo: JournalRow | null; readonly redo: JournalRow | null }
  /**
   * Marks a step undone and returns it: the step with this id, or the newest. A step with a change that cannot be
   * undone yet is returned as it is. Null: there is none, or it is undone already.
   */
  'journal.undo': (request: { readonly id: string | null; readonly at: number }) => JournalStep | null
  /** Takes the step that was undone last out of the journal. */
  'journal.redo': () => JournalStep | null
  /** The steps that marked an entry, the newest first; those that were undone are left out. */
  'journal.marksOf': (entryId: string) => readonly JournalMark[]
  /** Sets the inverse or the title of the step with this change, once they are known. */
  'journal.revise': (revision: {
    readonly id: string
    readonly undo?: NamedChange
    readonly title?: ChangeTitle
  }) => void
  /** Removes changes by id. Returns the ids of the steps that are left without a change. */
  'journal.remove': (ids: readonly string[]) => readonly string[]
  'settings.all': () => Record<string, { payload: Record<string, unknown>; updated: number }>
  'settings.put': (row: { tab: string; payload: Record<string, unknown>; updated: number }) => void
  'images.put': (
    rows: readonly { url: string; width: number; height: number; colors?: readonly string[] }[],
  ) => void
  'images.get': (
    urls: readonly string[],
  ) => Record<string, { width: number; height: number; colors: readonly string[] }>
  /** What each of these calls (`callKey`) is answered, as JSON, by one and the same state of the database. */
  'answers.all': (keys: readonly string[]) => Readonly<Record<string, string>>
  /** The whole file's bytes, for a download. */
  'database.export': () => Uint8Array
  /** Empties everything but the outbox, and migrates anew. */
  'database.reset': () => void
  /**
   * Applies the user's settings of storage. Where nothing is to be stored, the file is emptied and the database continues in
   * memory; unsent changes stay on disk in any case.
   */
  'database.configure': (settings: StorageSettings) => void
}

export type LocalCallName = keyof LocalCalls
/** Names a call with its argument: a key of `answers.all`. */
export const callKey = (name: LocalCallName, argument?: unknown): string => JSON.stringify([name, argument])

/** words: the search index has caught up with the entries. */
export type Resource =
  | 'entries'
  | 'words'
  | 'subscriptions'
  | 'unread'
  | 'outbox'
  | 'journal'
  | 'settings'
  | 'user'

/** What page and worker must know of a call. */
export type CallRules = {
  /** Leaves the database as it is. */
  readonly reads?: true
  /** What the other tabs are notified of, where the call has written anything. */
  readonly changes?: readonly Resource[]
  /** The calling tab shows the change of the entries and the journal already and is not notified of it. */
  readonly callerShowsEntries?: true
  /** Stores what the server sent, most of which is there already: it is a change only if it writes. */
  readonly mayChangeNothing?: true
  /** Every start makes this call. Its result is in the start-up cache. */
  readonly cacheAtStart?: true
  /** A start makes this call, but its list can be drawn without the result. */
  readonly afterStart?: true
  /** A longer argument is processed in several transactions, so that other calls need not wait for all of it. */
  readonly batchSize?: number
}
export const callRules: { readonly [N in LocalCallName]: CallRules } = {
  'user.take': { changes: ['user'], mayChangeNothing: true },
  'user.get': { reads: true, cacheAtStart: true },
  'users.put': { mayChangeNothing: true },
  'users.get': { reads: true },
  'meta.get': { reads: true, cacheAtStart: true },
  'meta.set': {},
  'pluginBundle.get': { reads: true },
  // It is not in the start-up cache, which stays valid.
  'pluginBundle.put': { mayChangeNothing: true },
  'subscriptions.replace': { changes: ['subscriptions'], mayChangeNothing: true },
  'subscriptions.all': { reads: true, cacheAtStart: true },
  'feeds.put': { changes: ['subscriptions'], mayChangeNothing: true },
  'feeds.statistics': { reads: true },
  'unread.replace': { changes: ['unread'], mayChangeNothing: true },
  'unread.put': { changes: ['unread'] },
  'unread.all': { reads: true, cacheAtStart: true },
  'entries.put': {
    changes: ['entries'],
    callerShowsEntries: true,
    mayChangeNothing: true,
    batchSize: 500,
  },
  'entries.heads': { reads: true, afterStart: true },
  'entries.body': { reads: true },
  'entries.bodies': { reads: true },
  'entries.putContents': { changes: ['entries'], batchSize: 500 },
  'entries.putReadability': { changes: ['entries'] },
  'entries.withoutContent': { reads: true },
  'summaries.get': { reads: true },
  'summaries.put': {},
  'translations.get': { reads: true },
  'translations.put': {},
  'entries.search': { reads: true },
  'entries.query': { reads: true },
  'entries.queryCount': { reads: true },
  'entries.snippets': { reads: true },
  'entries.readingCandidates': { reads: true },
  'entries.remove': { changes: ['entries'] },
  'labels.counts': { reads: true },
  'highlights.all': { reads: true, afterStart: true },
  'highlights.put': { mayChangeNothing: true },
  'timeline.page': { reads: true },
  'timeline.unreadCounts': { reads: true },
  'outbox.all': { reads: true, cacheAtStart: true },
  'outbox.begin': { changes: ['outbox', 'entries', 'journal'], callerShowsEntries: true },
  'outbox.accepted': { changes: ['outbox', 'entries'], callerShowsEntries: true },
  'outbox.refused': { changes: ['outbox', 'entries'] },
  'outbox.heard': { changes: ['entries'], callerShowsEntries: true },
  'journal.add': { changes: ['journal'], callerShowsEntries: true },
  'journal.newest': { reads: true, afterStart: true },
  'journal.marksOf': { reads: true },
  'journal.undo': { changes: ['journal'], callerShowsEntries: true },
  'journal.redo': { changes: ['journal'], callerShowsEntries: true },
  'journal.revise': { changes: ['journal'], callerShowsEntries: true },
  'journal.remove': { changes: ['journal'], callerShowsEntries: true },
  'settings.all': { reads: true, cacheAtStart: true },
  'settings.put': { changes: ['settings'] },
  'images.put': {},
  'images.get': { reads: true },
  'answers.all': { reads: true },
  'database.export': { reads: true },
  'database.reset': { changes: ['entries', 'subscriptions', 'unread', 'outbox', 'settings', 'user'] },
  'database.configure': {},
}

export type LocalArgument<N extends LocalCallName> = Parameters<LocalCalls[N]>[0]
export type LocalAnswer<N extends LocalCallName> = Awaited<ReturnType<LocalCalls[N]>>

/** What the worker tells the page without being asked. */
export type LocalNotice =
  | { readonly is: 'ready'; readonly persistent: boolean; readonly owner: boolean }
  /** Why nothing is kept: the spec's persistence notice. */
  | {
      readonly is: 'memory'
      readonly reason: string
      /** The user turned storage off, so that it is no failure. */
      readonly chosen?: true
    }
  /** Another tab, or this one, committed a change of these resources. */
  | {
      readonly is: 'changed'
      readonly nouns: readonly Resource[]
      /** The tab that shows these entries so already; between workers only. */
      readonly known?: string | undefined
    }
  /** A migration failed and the file was rebuilt; `copy` names the kept copy, which can be downloaded. */
  | { readonly is: 'rebuilt'; readonly reason: string }
  | { readonly is: 'otherTabSilent' }
  /** What was answered from the kept first list is not what follow.db has: it is to be read anew. */
  | { readonly is: 'outdated' }

/** The page's side of follow.db. Calls wait until the worker is ready; a failure rejects with a {@link LocalFailure}. */
export type Local = {
  readonly call: <N extends LocalCallName>(
    name: N,
    ...argument: Parameters<LocalCalls[N]>
  ) => Promise<LocalAnswer<N>>
  readonly listen: (listener: (notice: LocalNotice) => void) => () => void
  readonly close: () => void
}
export type LocalFailure = {
  readonly kind: 'local'
  readonly message: string
  /** There is no space left. */
  readonly full: boolean
  /** The database is from another version of the page. */
  readonly otherVersion?: boolean
}
