/** The statement that marks entries read. */
import { sql, type RawBuilder } from 'kysely'

export type Mark = { readonly userId: string; readonly readAt: number; readonly batch: string | null }

/**
 * Marks the unread entries `e` of a condition, in the order of arrival: the indexes are then written sequentially.
 * The casts tell PostgreSQL the type of a parameter in a select list.
 * @param conflict handling of entries that another request marks for the same user at the same time
 */
export const insertMarks = (
  mark: Mark,
  where: RawBuilder<unknown>,
  conflict = sql`on conflict do nothing`,
): RawBuilder<unknown> =>
  sql`insert into reads ("userId", "entryId", "readAt", "batch", "feedId")
    select cast(${mark.userId} as text), e.id, cast(${mark.readAt} as bigint), cast(${mark.batch} as text), e."feedId"
    from entries as e where ${where}
      and not exists (select 1 from reads as r where r."userId" = ${mark.userId} and r."entryId" = e.id)
    order by e.id ${conflict}`

/** Bounds of a mark-all, ms since 1970: start and end on publishedAt, both inclusive; arrival strictly before. */
export type MarkBounds = { readonly start?: number; readonly end?: number; readonly insertedBefore?: number }

/** Beyond all times, ms. */
const EVER = Number.MAX_SAFE_INTEGER

/** True of the entries `e` between bounds. Always with both ends, so that the statement is the same for all. */
export const within = ({ start = -EVER, end = EVER, insertedBefore }: MarkBounds): RawBuilder<unknown> =>
  sql`e."publishedAt" >= ${start} and e."publishedAt" <= ${end}
    ${insertedBefore === undefined ? sql`` : sql`and e."insertedAt" < ${insertedBefore}`}`
