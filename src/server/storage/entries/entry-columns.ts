/** The columns of an entry, its feed and its user state, for statements with `entries as e` and `feeds as f`. */
import { sql, type RawBuilder } from 'kysely'
import type { FeedSummaryRow } from '../feeds/feeds-read.ts'
import type { EntryRow } from '../schema.ts'

/** The columns of an entry, without those that only the next fetch of its feed needs. */
export type EntrySummaryRow = Omit<EntryRow, 'hash' | 'updatedAt'>

/** The state of an entry for one user. Times are ms since 1970, null if unset. */
export type EntryState = {
  readAt: number | null
  starredAt: number | null
  starView: number | null
  subscriptionView: number | null
  /** The result of the user's rules for it, as JSON. */
  actions: string | null
}
/** An entry's feed; columns that the entry has too are aliased. */
export type FeedColumns = {
  readonly feedUrl: string
  readonly feedTitle: string | null
  readonly feedDescription: string | null
  readonly feedImage: string | null
} & Pick<FeedSummaryRow, 'siteUrl' | 'errorMessage' | 'errorAt' | 'ownerUserId' | 'inboxUserId'>

export const FEED_COLUMNS = sql`f.url as "feedUrl", f.title as "feedTitle", f.description as "feedDescription",
  f.image as "feedImage", f."siteUrl", f."errorMessage", f."errorAt", f."ownerUserId", f."inboxUserId"`

export const ENTRY_COLUMNS = sql`e.id, e."feedId", e.guid, e.title, e.url, e.description, e.author, e."authorUrl",
  e."authorAvatar", e.language, e.categories, e.media, e.attachments, e.extra, e."publishedAt", e."insertedAt"`

export const STATE_COLUMNS = sql`r."readAt", c."createdAt" as "starredAt", c.view as "starView",
  u.view as "subscriptionView", a.result as actions`

/** The joins of an {@link EntryState}. Left joins only: none removes a row, and no planner starts with one. */
export const stateOf = (userId: string): RawBuilder<unknown> =>
  sql`left join reads as r on r."userId" = ${userId} and r."entryId" = e.id
    left join collections as c on c."userId" = ${userId} and c."entryId" = e.id
    left join subscriptions as u on u."userId" = ${userId} and u."feedId" = e."feedId"
    left join "entryActions" as a on a."userId" = ${userId} and a."entryId" = e.id`

/** The public columns of a feed. */
export const summaryOf = (row: FeedColumns & { readonly feedId: string }): FeedSummaryRow => ({
  id: row.feedId,
  url: row.feedUrl,
  title: row.feedTitle,
  description: row.feedDescription,
  image: row.feedImage,
  siteUrl: row.siteUrl,
  errorMessage: row.errorMessage,
  errorAt: row.errorAt,
  ownerUserId: row.ownerUserId,
  inboxUserId: row.inboxUserId,
})
