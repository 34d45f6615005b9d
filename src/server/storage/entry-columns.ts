/** What is read of an entry, its feed and its reader where they are shown, in statements of `entries as e` and `feeds as f`. */
import { sql, type RawBuilder } from 'kysely'
import type { FeedSummaryRow } from './feeds-read.ts'
import type { EntryRow } from './schema.ts'

/** What an entry says, without what only the next fetch of its feed looks at. */
export type EntrySummaryRow = Omit<EntryRow, 'hash' | 'updatedAt'>

/** What stands between an entry and one person. Times are ms since 1970, null where it is not so. */
export type EntryState = {
  readAt: number | null
  starredAt: number | null
  starView: number | null
  subscriptionView: number | null
  /** What the person's rules say of it, as JSON. */
  actions: string | null
}
/** An entry's feed; its columns that an entry has too are named after it. */
export type FeedColumns = {
  readonly feedUrl: string
  readonly feedTitle: string | null
  readonly feedDescription: string | null
  readonly feedImage: string | null
  /** Somebody gave it a tip; a flag of the engine's own. */
  readonly tipped: boolean | number
} & Pick<FeedSummaryRow, 'siteUrl' | 'errorMessage' | 'errorAt' | 'ownerUserId' | 'inboxUserId'>

export const FEED_COLUMNS = sql`f.url as "feedUrl", f.title as "feedTitle", f.description as "feedDescription",
  f.image as "feedImage", f."siteUrl", f."errorMessage", f."errorAt", f."ownerUserId", f."inboxUserId",
  exists (select 1 from "powerTransactions" as p where p."toFeedId" = e."feedId" and p.kind = 'tip') as tipped`

export const ENTRY_COLUMNS = sql`e.id, e."feedId", e.guid, e.title, e.url, e.description, e.author, e."authorUrl",
  e."authorAvatar", e.language, e.categories, e.media, e.attachments, e.extra, e."publishedAt", e."insertedAt"`

export const STATE_COLUMNS = sql`r."readAt", c."createdAt" as "starredAt", c.view as "starView",
  u.view as "subscriptionView", a.result as actions`

/** The tables of a {@link EntryState}. Left joins all of them: none takes a row away, and no planner begins with one. */
export const stateOf = (userId: string): RawBuilder<unknown> =>
  sql`left join reads as r on r."userId" = ${userId} and r."entryId" = e.id
    left join collections as c on c."userId" = ${userId} and c."entryId" = e.id
    left join subscriptions as u on u."userId" = ${userId} and u."feedId" = e."feedId"
    left join "entryActions" as a on a."userId" = ${userId} and a."entryId" = e.id`

/** What a feed shows of itself. */
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
