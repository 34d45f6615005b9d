/**
 * Entries that are preserved for a user: starred, labelled, highlighted or noted ones. They outlive the subscription, and no
 * clean-up may delete them. A deleted label or highlight preserves nothing.
 */
import { sql, type RawBuilder } from 'kysely'

const NO_JOIN = sql``

/** True where a star, a label or a highlight `k` fulfils a condition. @param join further relations of the condition */
const isAnyWhere = (condition: RawBuilder<unknown>, join = NO_JOIN): RawBuilder<boolean> =>
  sql<boolean>`(exists (select 1 from collections as k ${join} where ${condition})
    or exists (select 1 from "entryLabels" as k join labels as kl on kl.id = k."labelId" ${join}
      where ${condition} and kl."deletedAt" is null)
    or exists (select 1 from highlights as k ${join} where ${condition} and k."deletedAt" is null))`

/** True of an entry that a user preserves. @param entryId a column @param userId a column or a value */
export const isPreservedBy = (
  entryId: RawBuilder<unknown>,
  userId: RawBuilder<unknown>,
): RawBuilder<boolean> => isAnyWhere(sql`k."userId" = ${userId} and k."entryId" = ${entryId}`)

/** True of an entry that any user preserves. @param entryId a column */
export const isPreserved = (entryId: RawBuilder<unknown>): RawBuilder<boolean> =>
  isAnyWhere(sql`k."entryId" = ${entryId}`)

/** True of a feed with an entry that a user preserves. @param feedId a column or a value */
export const hasPreservedOf = (feedId: RawBuilder<unknown>, userId: string): RawBuilder<boolean> =>
  isAnyWhere(
    sql`k."userId" = ${userId} and ke."feedId" = ${feedId}`,
    sql`join entries as ke on ke.id = k."entryId"`,
  )

/** True of a feed with an entry that any user preserves. @param feedId a column */
export const hasPreserved = (feedId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from entries as kf where kf."feedId" = ${feedId} and ${isPreserved(sql`kf.id`)})`
