/**
 * The calls of follow.db: one typed table, run in the worker, one transaction each.
 * The page never sends SQL. Times are ms since 1970, ids are text.
 */
import type { EpisodeChapter, Transcript } from '../contract/podcast.ts'
import type { Snippet, SnippetSize } from '../contract/query/snippet.ts'
import type { ReadingCandidate } from '../contract/reading-list.ts'
import type { EntryBody, EntryHead, EntryText, EntryTextOf, InLanguage, ReceivedEntry } from './entries.ts'
import type {
  ChangeTitle,
  JournalMark,
  JournalRow,
  JournalStep,
  JournalWrite,
  NamedChange,
} from './journal.ts'
import type {
  EntryEffect,
  OutboxRow,
  ReceivedHighlights,
  StoredHighlight,
  StoredOutboxRow,
} from './outbox.ts'
import type { LocalFeed, LocalUser, SubscriptionSet } from './subscriptions.ts'
import type { QueryAsk, SearchHit, TimelineAsk, TimelinePage } from './timeline.ts'

export type * from './entries.ts'
export type * from './journal.ts'
export * from './outbox.ts'
export type * from './subscriptions.ts'
export type * from './timeline.ts'

/** What follow.db stores of a feed's entries, pending changes counted in. */
export type FeedStatistics = { readonly entries: number; readonly read: number; readonly starred: number }
/** Entries with a label or one within it, each once, as they show. */
export type LabelCounts = Readonly<Record<string, { readonly entries: number; readonly unread: number }>>
/** Number of addresses that entries of both feeds have. Each pair once, `feedId` < `otherId`. */
export type SharedEntries = { readonly feedId: string; readonly otherId: string; readonly count: number }

/** The file of an installed plugin. */
export type StoredBundle = {
  readonly text: string
  /** Of the text, as it was installed. */
  readonly hash: string
}

type Fetched<T> = { readonly value: T; readonly at: number } | null
export type StoredEpisode = {
  readonly transcript: Fetched<Transcript | null>
  readonly chapters: Fetched<readonly EpisodeChapter[]>
}
type ReceivedEpisodeFile = { readonly entryId: string; readonly at: number } & (
  | { readonly transcript: Transcript | null }
  | { readonly chapters: readonly EpisodeChapter[] }
)

export type StorageSettings = {
  /** Whether the database outlives the tab. */
  readonly persistent: boolean
  /** Maximum number of entries; the oldest are removed beyond it. */
  readonly maxEntries: number
}

/** follow.db's user id when signed out: switching to it deletes the previous user's data, the outbox included. */
export const NO_USER = ''

/** What the server sent with the page of a user's first visit. */
export type FirstVisit = {
  readonly user: { readonly id: string; readonly row: Readonly<Record<string, unknown>> }
  readonly set: SubscriptionSet
  readonly unread: Readonly<Record<string, number>>
  readonly entries: readonly ReceivedEntry[]
}

export type LocalCalls = {
  /** Sets the user whose database this is; another user wipes everything (spec 4). Returns whether it did. */
  'user.take': (user: { id: string; row: Readonly<Record<string, unknown>> }) => { wiped: boolean }
  /**
   * Stores the data where nothing of any user is stored. Otherwise nothing changes: returns whose data is stored, that of
   * the same user or that of another.
   */
  'user.begin': (visit: FirstVisit) => 'begun' | 'same' | 'other'
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
  /** Returns the ids of those that differed; the others are not written. */
  'entries.put': (entries: readonly ReceivedEntry[]) => readonly string[]
  'entries.heads': (ids: readonly string[]) => EntryHead[]
  'entries.body': (id: string) => EntryBody | null
  /** By entry id; without those that have none. */
  'entries.bodies': (ids: readonly string[]) => Record<string, EntryBody>
  /** Returns the same as `entries.put`. */
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
  /**
   * The parts of the entries' texts that say what a query looks for, by id; those without are left out. As passages, of those
   * without the beginning is returned.
   */
  'entries.snippets': (
    ask: QueryAsk & { readonly ids: readonly string[]; readonly size?: SnippetSize },
  ) => Record<string, Snippet>
  /** Unread entries that a list for some minutes is chosen from (contract/reading-list.ts). */
  /** Seconds that each takes to read, by entry id; without those of which it is not known. */
  'entries.readingTimes': (ids: readonly string[]) => Record<string, number>
  'entries.readingCandidates': (ask: { readonly now?: number }) => readonly ReadingCandidate[]
  /** What is stored of an episode's files, and when it was fetched; null: it was not. */
  'episodes.get': (entryId: string) => StoredEpisode
  'episodes.put': (file: ReceivedEpisodeFile) => void
  /** Those of the ids whose transcript was not fetched. */
  'episodes.withoutTranscript': (ids: readonly string[]) => string[]
  'entries.remove': (ids: readonly string[]) => void
  /** By the key of the label (contract/label-names). */
  'labels.counts': () => LabelCounts
  /** Those that the server has confirmed. */
  'highlights.all': () => readonly StoredHighlight[]
  /** Overwrites what the server has confirmed. */
  'highlights.put': (received: ReceivedHighlights) => void
  'timeline.page': (ask: TimelineAsk) => TimelinePage
  /** Number of unread rows by feed, pending marks counted in: a property test compares them with the counts. */
  'timeline.unreadCounts': () => Record<string, number>
  'outbox.all': () => StoredOutboxRow[]
  /**
   * Adds the change to the outbox and applies its effect. A repetition changes nothing, also once the change has ended.
   * Returns how many local entries of each feed changed their read mark. `settled`: another tab has added it before, and
   * it was accepted or refused.
   */
  'outbox.begin': (row: OutboxRow & { readonly journal?: JournalWrite }) => {
    unreadDelta: Record<string, number>
    settled?: true
  }
  /** Folds the effects into the confirmed rows and drops the changes. */
  'outbox.accepted': (ids: readonly string[]) => void
  /** Drops the changes and their effects; what other pending changes did stays. */
  'outbox.refused': (ids: readonly string[]) => void
  /** A change of another device, received from the server: applied to the confirmed rows, below the pending changes. */
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
  /** Removes the step that was undone last from the journal. */
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
  /** The results of these calls (`callKey`), as JSON, from one state of the database. */
  'answers.all': (keys: readonly string[]) => Readonly<Record<string, string>>
  /** The whole file's bytes, for a download. */
  'database.export': () => Uint8Array
  /** Empties everything but the outbox, and runs all migrations again. */
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

export type LocalArgument<N extends LocalCallName> = Parameters<LocalCalls[N]>[0]
export type LocalAnswer<N extends LocalCallName> = Awaited<ReturnType<LocalCalls[N]>>

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

/** Reasons known to the reader why nothing can be persisted. The page has a message for each. */
export const memoryReasons = [
  'noSharing',
  'noFiles',
  'slowFiles',
  'noWriting',
  'forgetful',
  'notStarted',
] as const
export type MemoryReason = (typeof memoryReasons)[number]

/** What the worker notifies the page of. */
export type LocalNotice =
  | { readonly is: 'ready'; readonly persistent: boolean; readonly owner: boolean }
  /** Why nothing is persisted: the spec's persistence notice. */
  | {
      readonly is: 'memory'
      /** A {@link MemoryReason}, or the message of an error. */
      readonly reason: string
      /** The user turned storage off, so it is no failure. */
      readonly chosen?: true
    }
  /** Another tab, or this one, committed a change of these resources. */
  | {
      readonly is: 'changed'
      readonly nouns: readonly Resource[]
      /** The tab that shows this change already; between workers only. */
      readonly known?: string | undefined
    }
  /** A migration failed and the file was rebuilt; `copy` names the copy of the old file, which can be downloaded. */
  | { readonly is: 'rebuilt'; readonly reason: string }
  | { readonly is: 'otherTabSilent' }
  /** Results from the start-up cache differ from follow.db: they have to be read again. */
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
