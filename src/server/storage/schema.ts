/**
 * The tables as Kysely types; migrations/server is authoritative. Times are ms since 1970, ids are text, flags are
 * 0 or 1, lists and objects are JSON text, on both engines.
 */
import type { Generated } from 'kysely'
import type { HighlightColor } from '../../contract/limits.ts'
import type { LabelColor } from '../../contract/label-names.ts'
import type { PluginEventName } from '../../contract/plugin-events.ts'
import type { TokenEntrance } from '../../contract/token-uses.ts'
import type { SafeHtml } from '../feeds/sanitise/safe-html.ts'

export type Flag = 0 | 1

/** A pending or running job. The last four are null in a job that concerns no user, and in one that has not run yet. */
type JobRow = {
  queue: string
  key: string
  payload: string
  runAt: number
  attempts: number
  lease: number
  userId: string | null
  /** The end of its last run. */
  ranAt: number | null
  ranMs: number | null
  /** Why its last run failed; null where it did not. */
  failure: string | null
}

/**
 * When a feed is fetched, and what its last fetches found: what each fetch changes, in a narrow table of its own
 * (migrations/server/0071-feed-schedule.ts). See feeds/feed-schedule.ts.
 */
export type FeedScheduleRow = {
  feedId: string
  nextFetchAt: number
  lease: number
  checkedAt: number | null
  waitUntil: number | null
  failures: number
  gone: Flag
  /** Someone follows it, directly or by a list: a trigger sets it (migrations/server/0068-followed-feeds.ts). */
  followed: Flag
  /** The last fetches without changes, as lines (unchanged-fetches.ts). */
  quietFetches: string | null
}

/** A row of `feeds` alone. */
type FeedOnlyRow = {
  id: string
  url: string
  title: string | null
  description: string | null
  image: string | null
  siteUrl: string | null
  language: string | null
  ownerUserId: string | null
  createdAt: number
  updatedAt: number
  etag: string | null
  lastModified: string | null
  bodyHash: string | null
  ttlMinutes: number | null
  errorMessage: string | null
  errorAt: number | null
  migrateTo: string | null
  quietTimes: string | null
  /** The owner of the inbox that the feed belongs to; null for feeds of the web. */
  inboxUserId: string | null
}

/** A feed with its schedule (`selectFeeds`). */
export type FeedRow = FeedOnlyRow & Omit<FeedScheduleRow, 'feedId'>

type FetchOutcome = 'stored' | 'unchanged' | 'moved' | 'gone' | 'failed'

export type FeedFetchRow = {
  feedId: string
  at: number
  status: number | null
  outcome: FetchOutcome
  message: string | null
  newEntries: number
  bytes: number
  milliseconds: number
}

/**
 * A WebSub subscription of a feed. `asked`: not yet verified by the hub; `ending`: the feed has no followers any
 * more.
 */
export type HubRow = {
  feedId: string
  hub: string
  topic: string
  token: string
  secret: string
  state: 'asked' | 'active' | 'refused' | 'ending'
  leaseUntil: number | null
  pushedAt: number | null
  askAt: number
  failures: number
  message: string | null
}

/** The cached icon of a feed, from `source`; without bytes there is none. */
export type FeedIconRow = {
  feedId: string
  source: string
  type: string | null
  bytes: Uint8Array | null
  checkedAt: number
}

/** How a feed is requested for the one user who sees it; password and cookie are sealed. */
export type FeedRequestRow = {
  feedId: string
  userId: string
  /** The requested address: that of the feed without its mark (feed-requests.ts). */
  address: string
  userAgent: string | null
  proxy: string | null
  username: string | null
  password: string | null
  cookie: string | null
  allowsInsecure: Flag
  ignoresEdits: Flag
  usesFetcher: Flag
}

/** A nightly backup. `message`: why it was not made, or not restored in the rehearsal. */
export type BackupRow = {
  /** YYYY-MM-DD, in UTC. */
  day: string
  finishedAt: number
  file: string
  bytes: number | null
  rows: number | null
  message: string | null
}

/** `kind`: what `name` is, a folder of the user's or a query. */
export type OwnRetentionRuleRow = {
  userId: string
  kind: 'folder' | 'query'
  name: string
  maxAgeDays: number | null
  maxEntries: number | null
}
/** `scope`: `all` or the id of a feed. */
type RetentionRuleRow = { scope: string; maxAgeDays: number | null; maxEntries: number | null }
/** `rules`: those of the run, as JSON. */
export type RetentionRunRow = { id: string; at: number; entries: number; feeds: number; rules: string }

export type EntryRow = {
  id: string
  feedId: string
  guid: string
  title: string | null
  url: string | null
  description: string | null
  author: string | null
  authorUrl: string | null
  authorAvatar: string | null
  language: string | null
  categories: string | null
  media: string | null
  attachments: string | null
  extra: string | null
  hash: string
  publishedAt: number
  insertedAt: number
  updatedAt: number
}

/** What was fetched from an address in an entry's `extra.podcast`. */
export type EpisodeFileRow = {
  entryId: string
  kind: 'transcript' | 'chapters'
  /** Where it was fetched from, as the feed has it. */
  url: string
  /** JSON of the contract's transcript or chapters. */
  value: string
  /** The text of a transcript, folded as queries compare it. */
  words: string | null
  /** ms since 1970; 0: fetching failed. */
  fetchedAt: number
}

export type SubscriptionRow = {
  id: string
  userId: string
  feedId: string
  view: number
  category: string | null
  title: string | null
  isPrivate: Flag
  hideFromTimeline: Flag
  createdAt: number
  /** The shared folder that brought it, and takes it along; null where the user follows the feed. */
  sharedFolderId?: string | null
}

export type ListRow = {
  id: string
  ownerUserId: string
  title: string
  description: string | null
  image: string | null
  view: number
  fee: number
  createdAt: number
  updatedAt: number
}

export type ListSubscriptionRow = Omit<SubscriptionRow, 'id' | 'feedId' | 'sharedFolderId'> & {
  listId: string
}

/** `name` is the handle in small letters; `feedId` the hidden feed that contains the entries. */
export type InboxRow = {
  name: string
  handle: string
  userId: string
  feedId: string
  secret: string
  title: string | null
  createdAt: number
}

/** Written by better-auth; time columns are text on SQLite, Date on PostgreSQL. */
export type UserRow = {
  id: string
  name: string
  email: string
  emailVerified: boolean | Flag
  image: string | null
  createdAt: string | Date
  updatedAt: string | Date
  handle: string | null
  bio: string | null
  website: string | null
  socialLinks: string | null
  role: string
  admin: boolean | Flag
  deleted: boolean | Flag | null
  /** Whether the account opens only when its address is confirmed. */
  mustConfirm?: boolean | Flag | null
  twoFactorEnabled?: boolean | Flag | null
}

type SessionRow = {
  id: string
  expiresAt: string | Date
  token: string
  createdAt: string | Date
  updatedAt: string | Date
  ipAddress: string | null
  userAgent: string | null
  userId: string
}

/** An event that a plugin has not handled yet; `detail` is JSON, `position` orders those of one plugin and user. */
type PluginEventRow = {
  id: string
  userId: string
  plugin: string
  event: PluginEventName
  entryId: string
  detail: string | null
  /** ms since 1970 */
  at: number
  position: number
}

/** better-auth's; an account may have a password, others name their identity provider. */
export type AccountRow = {
  id: string
  accountId: string
  providerId: string
  userId: string
  idToken: string | null
  password: string | null
  createdAt: string | Date
  updatedAt: string | Date
}

/** better-auth's; secret and backup codes are sealed with the server's secret. */
type TwoFactorRow = {
  id: string
  userId: string
  secret: string
  backupCodes: string
  verified: boolean | Flag | null
  failedVerificationCount: number | null
  lockedUntil: string | Date | null
}

/** A device that receives pushes. `token` is a push subscription as JSON, or the token of another push service. */
export type DeviceRow = { id: string; userId: string; channel: string; token: string; createdAt: number }

/** The rules of a user; addresses of webhooks in them are sealed, as in the rows of acts and runs. `watchesStatus`: one of them reads the read or starred state. */
export type ActionsRow = {
  userId: string
  rules: string
  watchesStatus: Flag
  secret: string
  createdAt: number
  updatedAt: number
}

/** One application of a rule to an entry. `starred`, `marked`, `labels`: it set the star, the read mark, these labels as JSON. */
export type RuleActRow = {
  userId: string
  entryId: string
  rule: string
  name: string
  position: number
  cause: 'arrival' | 'read' | 'collected' | 'run'
  result: string
  starred: Flag
  marked: Flag
  labels: string | null
  run: string | null
  at: number
}

/** A run of rules over stored entries. `reached`: the id of the last processed entry. */
export type ActionRunRow = {
  id: string
  userId: string
  rules: string
  reached: string
  examined: number
  touched: number
  state: 'running' | 'done' | 'undone'
  createdAt: number
}

/** `name`: the whole name; `key`: as names are compared. */
export type LabelRow = {
  id: string
  userId: string
  name: string
  key: string
  color: LabelColor | null
  createdAt: number
  deletedAt: number | null
}

/** `exact` null: a note on the entry. `noteText`, `searchText`: as queries compare texts. */
export type HighlightRow = {
  userId: string
  id: string
  entryId: string
  exact: string | null
  prefix: string
  suffix: string
  startOffset: number | null
  endOffset: number | null
  color: HighlightColor
  note: string | null
  noteText: string | null
  searchText: string
  createdAt: number
  updatedAt: number
  deletedAt: number | null
}

export type WebhookDeliveryRow = {
  id: string
  userId: string
  entryId: string
  /** Sealed; empty for a delivery by a plugin. */
  url: string
  plugin: string | null
  /** The plugin's action; null where it saves the entry, and for webhooks. */
  action: string | null
  /** What was entered for the action; null: nothing. */
  operand: string | null
  state: 'waiting' | 'delivered' | 'failed'
  attempts: number
  status: number | null
  message: string | null
  /** Why the plugin failed, as JSON. */
  words: string | null
  createdAt: number
  updatedAt: number
}

export type InvitationRow = {
  code: string
  fromUserId: string
  createdAt: number
  usedAt: number | null
  toUserId: string | null
  hash: string | null
}

/** An app password; hashes are SHA-256 in hex, `scopes` and `limit` JSON (contract/app-passwords.ts). */
export type AppPasswordRow = {
  id: string
  userId: string
  name: string
  username: string
  hash: string
  feverHash: string
  scopes: string | null
  limit: string | null
  createdAt: number
  usedAt: number | null
}

/** `undo`: JSON, the calls that undo it; null where that is impossible. Times in ms since 1970. */
export type TokenUseRow = {
  id: string
  userId: string
  tokenId: string
  tokenName: string
  entrance: TokenEntrance
  call: string
  count: number
  undo: string | null
  undoneAt: number | null
  at: number
}

/** The data of a code; `scopes` and `limit` as in {@link AppPasswordRow}, `expiresAt` in ms since 1970. */
export type AuthorizationCodeRow = {
  hash: string
  userId: string
  name: string
  clientId: string
  redirectUri: string
  challenge: string
  scopes: string
  limit: string | null
  expiresAt: number
}

/** A plugin from elsewhere; `granted` is JSON, `installedAt` in ms since 1970. */
export type InstalledPluginRow = {
  userId: string
  plugin: string
  address: string | null
  hash: string
  bundle: string
  granted: string
  installedAt: number
  /** Key of the catalogue that listed it. */
  catalogue: string | null
  /** The version before, as JSON. */
  previous: string | null
}
export type PluginCatalogueRow = {
  userId: string
  address: string
  key: string
  sequence: number
  payload: string
  fetchedAt: number
}

/** An entry of an account file that its feed does not have here; `entryId`: its copy in an inbox (step 0062-page-texts). */
export type AwaitedEntryRow = {
  feedUrl: string
  guid: string
  userId: string
  readAt: number | null
  seconds: number | null
  positionAt: number | null
  entryId: string | null
}

/** A public page of a user. `hash` and `token` are of the secret part of its address; `token` is sealed. */
export type PublicationRow = {
  id: string
  userId: string
  kind: 'stars' | 'label' | 'query'
  labelId: string | null
  query: string | null
  title: string
  withNotes: Flag
  withInboxes: Flag
  hash: string
  token: string
  createdAt: number
}

export type SharedFolderRow = {
  id: string
  ownerUserId: string
  title: string
  membersMayAdd: Flag
  createdAt: number
}
/** The owner is one. `category`: the folder in the member's column. What others see of the member's is off unless chosen. */
export type SharedFolderMemberRow = {
  folderId: string
  userId: string
  category: string
  sharesStars: Flag
  sharesNotes: Flag
  joinedAt: number
}
/** One has a `hash`, of the secret in its address, the other a `handle`; `userId` is null where nobody has the handle. */
export type SharedFolderInvitationRow = {
  id: string
  folderId: string
  userId: string | null
  handle: string | null
  hash: string | null
  createdAt: number
  expiresAt: number
}

type MarkRow = {
  userId: string
  entryId: string
  readAt: number
  /** The Idempotency-Key of the mark-all that wrote the row; null for a single mark. */
  batch: string | null
  /** The feed of the entry; null in marks from before the column existed. */
  feedId: string | null
}

export type Schema = {
  invitations: InvitationRow
  actions: ActionsRow
  entryActions: { userId: string; entryId: string; result: string; blocked: Flag }
  ruleActs: RuleActRow
  actionRuns: ActionRunRow
  webhookDeliveries: WebhookDeliveryRow
  modelUsage: { userId: string; day: string; asked: number }
  user: UserRow
  session: SessionRow
  account: AccountRow
  verification: { id: string; identifier: string; value: string; expiresAt: string | Date }
  twoFactor: TwoFactorRow
  usedCodes: { userId: string; counter: number }
  passkey: { id: string; userId: string; name: string | null; credentialID: string }
  avatars: { id: string; userId: string; type: string; bytes: Uint8Array; createdAt: number }
  devices: DeviceRow
  serverKeys: { name: string; value: string }
  notices: { id: string; userId: string; at: number; payload: string }
  usageConsents: { userId: string; at: number }
  usageEvents: { id: string; userId: string; at: number; name: string; params: string }
  feeds: FeedOnlyRow
  feedSchedule: Omit<FeedScheduleRow, 'followed'> & { followed: Generated<Flag> }
  feedAliases: { url: string; feedId: string }
  feedRequests: FeedRequestRow
  retentionRules: RetentionRuleRow
  ownRetentionRules: OwnRetentionRuleRow
  retentionRuns: RetentionRunRow
  /** Entries that were deleted by rules. */
  removedEntries: { feedId: string; guid: string }
  /** Entries that were deleted, by rules or with a reset of their feed. */
  entryDeletions: { entryId: string; feedId: string; deletedAt: number }
  backups: BackupRow
  feedFetches: FeedFetchRow
  threadLooks: { userId: string; entryId: string; at: number }
  pageTexts: { feedId: string; text: string; changedAt: number | null }
  feedIcons: FeedIconRow
  /** Set by a trigger, when a user follows the feed privately (step 0022-private-feeds). */
  privateFeeds: { feedId: string }
  sites: { site: string; waitUntil: number }
  hubs: HubRow
  entries: EntryRow
  /** Both are maintained by triggers (migrations/server/0014-counts.ts). */
  feedCounts: { feedId: string; entries: number }
  readCounts: { userId: string; feedId: string; entries: number }
  /**
   * Both contain output of the sanitiser, so what is read here is safe markup: the only place where a stored text
   * gets that type. It holds because all writes require the same type.
   */
  entryContents: { entryId: string; content: SafeHtml }
  entryReadability: { entryId: string; content: SafeHtml | null; updatedAt: number }
  /** The texts of entries, folded as queries compare them. */
  entryTexts: { entryId: string; title: string; author: string; body: string }
  /** Keys of the same story in several feeds (contract/story-keys); both null for entries with neither. */
  storyKeys: {
    entryId: string
    feedId: string
    publishedAt: number
    address: number | null
    title: number | null
  }
  episodeFiles: EpisodeFileRow
  /** Entries whose text is new and not in `entryTexts` yet; written by triggers. */
  entryTextsPending: { entryId: string }
  /** How long entries take to read; without those whose text is not indexed yet. */
  readingTimes: { entryId: string; seconds: number }
  /** Entries that were marked by their age. */
  agedEntries: { userId: string; entryId: string }
  subscriptions: SubscriptionRow
  lists: ListRow
  listFeeds: { listId: string; feedId: string; addedAt: number }
  listSubscriptions: ListSubscriptionRow
  listPurchases: { userId: string; listId: string; fee: number; at: number }
  inboxes: InboxRow
  reads: MarkRow
  collections: { userId: string; entryId: string; view: number; createdAt: number }
  labels: LabelRow
  entryLabels: { userId: string; labelId: string; entryId: string; createdAt: number }
  highlights: HighlightRow
  /** Played up to here, seconds; `at` in ms since 1970. */
  positions: { userId: string; entryId: string; seconds: number; at: number }
  queuedTracks: { userId: string; src: string; entryId: string; track: string; at: number }

  awaitedEntries: AwaitedEntryRow
  publications: PublicationRow
  sharedFolders: SharedFolderRow
  sharedFolderMembers: SharedFolderMemberRow
  sharedFolderFeeds: { folderId: string; feedId: string; view: number; addedAt: number }
  sharedFolderInvitations: SharedFolderInvitationRow
  saves: { userId: string; entryId: string; plugin: string; url: string | null; at: number }
  settings: { userId: string; tab: string; payload: string; updatedAt: number }
  imports: { id: string; userId: string; createdAt: number; running: Flag }
  importLines: {
    importId: string
    line: number
    url: string
    title: string | null
    outcome: 'done' | 'conflict' | 'failed' | null
    feedId: string | null
    reason: string | null
  }
  jobs: JobRow
  failedAttempts: { key: string; fullUntil: number }
  leases: { name: string; owner: string; token: string; renewedAt: number; expiresAt: number }
  answered: { userId: string; key: string; status: number; body: string; at: number }
  appPasswords: AppPasswordRow
  authorizationCodes: AuthorizationCodeRow
  tokenUses: TokenUseRow
  /** Per user: the small number of a feed (by id) or of a folder (by name). */
  syncNumbers: { userId: string; kind: 'feed' | 'folder'; name: string; number: number }
  pluginSettings: { userId: string; plugin: string; payload: string; secrets: string }
  installedPlugins: InstalledPluginRow
  pluginCatalogues: PluginCatalogueRow
  /** The last run of each job; `words` is JSON, `at` in ms since 1970. */
  ruleProblems: { userId: string; plugin: string; name: string; words: string }
  pluginJobs: { userId: string; plugin: string; name: string; at: number; words: string | null }
  /** Background requests of server halves; `at` of the last one, ms since 1970. */
  pluginContacts: { userId: string; plugin: string; host: string; count: number; at: number }
  pluginCrashes: { userId: string; plugin: string; at: number }
  /** Which plugins of a user want to know of an event. */
  pluginListeners: { userId: string; event: PluginEventName; plugin: string }
  pluginEvents: PluginEventRow
  /** JSON, or sealed JSON. */
  pluginValues: { userId: string; plugin: string; name: string; value: string; sealed: 0 | 1 }
  /** Second addresses of users; `code` is its hash, null where the address is confirmed; `codeUntil` in ms since 1970. */
  mailAddresses: { userId: string; address: string; code: string | null; codeUntil: number }
  /** The last delivery of each plugin; `words` is JSON, null where it succeeded. */
  pluginOutcomes: {
    userId: string
    plugin: string
    at: number
    kind: 'save' | 'test' | 'command' | 'signIn'
    words: string | null
  }
  /** Sign-ins to services. `tokens` and `pending`, one that is not completed yet, are sealed JSON. */
  pluginSignIns: {
    userId: string
    plugin: string
    tokens: string | null
    account: string | null
    pending: string | null
  }
}
