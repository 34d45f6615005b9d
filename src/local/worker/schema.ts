/** The tables of follow.db as the migrations leave them. Times are ms since 1970 unless the wire sends text; JSON is text. */
import type { Generated, GeneratedAlways, QueryCreator, QueryExecutorProvider } from 'kysely'

type Flag = number
type Json = string

export type Schema = {
  feeds: {
    id: string
    url: string
    title: string | null
    description: string | null
    image: string | null
    errorAt: string | null
    errorMessage: string | null
    siteUrl: string | null
    ownerUserId: string | null
    subscriptionCount: number | null
    updatesPerWeek: number | null
    latestEntryPublishedAt: string | null
    tipUserIds: Json | null
    updatedAt: number | null
    other: Json | null
  }
  subscriptions: {
    id: string
    type: 'feed' | 'list' | 'inbox'
    feedId: string | null
    listId: string | null
    inboxId: string | null
    userId: string
    view: number
    isPrivate: Flag
    hideFromTimeline: Flag
    title: string | null
    category: string | null
    createdAt: number
  }
  inboxes: { id: string; title: string | null; secret: string; other: Json | null }
  lists: {
    id: string
    userId: string | null
    title: string | null
    feedIds: Json
    description: string | null
    view: number
    image: string | null
    fee: number
    ownerUserId: string | null
    subscriptionCount: number | null
    purchaseAmount: string | null
    other: Json | null
  }
  unread: { subscriptionId: string; count: number }
  users: {
    id: string
    email: string | null
    handle: string | null
    name: string | null
    image: string | null
    isMe: Flag
    emailVerified: Flag | null
    bio: string | null
    website: string | null
    socialLinks: Json | null
    other: Json | null
  }
  entries: {
    id: string
    feedId: string
    guid: string
    inboxHandle: string | null
    title: string | null
    url: string | null
    description: string | null
    author: string | null
    authorUrl: string | null
    authorAvatar: string | null
    language: string | null
    categories: Json | null
    media: Json | null
    attachments: Json | null
    extra: Json | null
    sources: Json | null
    settings: Json | null
    publishedAt: number
    insertedAt: number
    searchId: number | null
  }
  entryContents: {
    entryId: string
    content: string | null
    readabilityContent: string | null
    readabilityUpdatedAt: number | null
  }
  entryStatus: {
    entryId: string
    feedId: string
    publishedAt: number
    insertedAt: number
    read: Flag
    batch: string | null
    pendingRead: Flag | null
    pendingBatch: string | null
    unread: Flag
  }
  collections: {
    entryId: string
    feedId: string
    publishedAt: number
    createdAt: number | null
    view: number | null
    pending: Generated<Flag>
    pendingCreatedAt: number | null
    pendingView: number | null
    shownAt: GeneratedAlways<number | null>
    shownView: GeneratedAlways<number | null>
  }
  entryLabels: {
    entryId: string
    key: string
    name: string
    confirmed: Generated<Flag>
    pending: Flag | null
    shown: GeneratedAlways<Flag>
  }
  highlights: {
    id: string
    entryId: string
    confirmed: string | null
    pending: string | null
    shown: GeneratedAlways<string | null>
  }
  summaries: {
    entryId: string
    language: string
    summary: string
    readabilitySummary: string | null
    createdAt: number | null
  }
  translations: {
    entryId: string
    language: string
    title: string | null
    description: string | null
    content: string | null
    readabilityContent: string | null
    createdAt: number
  }
  images: { url: string; colors: Json; createdAt: number; width: number | null; height: number | null }
  settings: { tab: string; payload: Json; updated: number }
  meta: { key: string; value: Json }
  /** Effects on entries of the changes in the outbox file; derived from the file (repositories/outbox.ts). */
  pendingEffects: {
    place: Generated<number>
    id: string
    effect: Json
    /** By feed id: number of local entries whose shown read mark it changed. */
    unreadDelta: Json
  }
  journal: {
    place: Generated<number>
    id: string
    at: number
    title: Json
    origin: string
    groupId: string | null
    undoneAt: number | null
    command: Json | null
  }
  journalChanges: {
    place: Generated<number>
    id: string
    stepId: string
    undo: Json | null
    redo: Json | null
  }
  entrySearch: { docid: number; text: string }
  /** The texts of entries, folded as queries compare them. */
  entryTexts: { entryId: string; title: string; author: string; body: string }
  /** Entries whose text is new and not in `entryTexts` yet; written by triggers. */
  entryTextsPending: { entryId: string }
  /** As the server says or the stored text does, whichever is longer: a text may be stored without its content. */
  readingTimes: { entryId: string; seconds: number }
  episodeFiles: {
    entryId: string
    kind: 'transcript' | 'chapters'
    value: Json
    words: string | null
    fetchedAt: number
  }
  /** Keys by which entries are the same story; without entries that have neither address nor title to compare. */
  storyEntries: {
    entryId: string
    feedId: string
    publishedAt: number
    /** Hashes, see contract/story-keys.ts. */
    address: number | null
    title: number | null
    storyId: string | null
  }
  /** Entries that were stored before `storyEntries` and are not in it yet. */
  storyEntriesPending: { entryId: string }
}

/** A repository function gets one as its first argument: the transaction of the call. */
export type Db = QueryCreator<Schema> & QueryExecutorProvider

/** Every table with data of the server or the user; the search index's own tables are not among them. */
export const tables = [
  'feeds',
  'subscriptions',
  'inboxes',
  'lists',
  'unread',
  'users',
  'entries',
  'entryContents',
  'entryStatus',
  'collections',
  'entryLabels',
  'highlights',
  'summaries',
  'translations',
  'images',
  'settings',
  'meta',
  'pendingEffects',
  'journal',
  'journalChanges',
  'entrySearch',
  'entryTexts',
  'entryTextsPending',
  'readingTimes',
  'episodeFiles',
  'storyEntries',
  'storyEntriesPending',
] as const satisfies readonly (keyof Schema)[]
