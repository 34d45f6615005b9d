/**
 * Entries that are preserved for a user: starred, labelled, highlighted or noted ones. They outlive the subscription, and no
 * clean-up may delete them. A deleted label or highlight keeps nothing.
 */
import { sql, type RawBuilder } from 'kysely'

/** True of an entry that a user keeps. @param entryId a column @param userId a column or a value */
export const isPreservedBy = (
  entryId: RawBuilder<unknown>,
  userId: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql<boolean>`(exists (select 1 from collections as kc
      where kc."userId" = ${userId} and kc."entryId" = ${entryId})
    or exists (select 1 from "entryLabels" as ke join labels as kl on kl.id = ke."labelId"
      where ke."userId" = ${userId} and ke."entryId" = ${entryId} and kl."deletedAt" is null)
    or exists (select 1 from highlights as kh
      where kh."userId" = ${userId} and kh."entryId" = ${entryId} and kh."deletedAt" is null))`

/** True of an entry that any user keeps. @param entryId a column */
export const isPreserved = (entryId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(exists (select 1 from collections as kc where kc."entryId" = ${entryId})
    or exists (select 1 from "entryLabels" as ke join labels as kl on kl.id = ke."labelId"
      where ke."entryId" = ${entryId} and kl."deletedAt" is null)
    or exists (select 1 from highlights as kh where kh."entryId" = ${entryId} and kh."deletedAt" is null))`

/** True of a feed with an entry that a user keeps. @param feedId a column or a value */
export const hasPreservedOf = (feedId: RawBuilder<unknown>, userId: string): RawBuilder<boolean> =>
  sql<boolean>`(exists (select 1 from collections as kc join entries as ks on ks.id = kc."entryId"
      where kc."userId" = ${userId} and ks."feedId" = ${feedId})
    or exists (select 1 from "entryLabels" as ke join labels as kl on kl.id = ke."labelId"
      join entries as ks on ks.id = ke."entryId"
      where ke."userId" = ${userId} and ks."feedId" = ${feedId} and kl."deletedAt" is null)
    or exists (select 1 from highlights as kh join entries as ks on ks.id = kh."entryId"
      where kh."userId" = ${userId} and ks."feedId" = ${feedId} and kh."deletedAt" is null))`

/** True of a feed with an entry that any user keeps. @param feedId a column */
export const hasPreserved = (feedId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from entries as kf where kf."feedId" = ${feedId} and ${isPreserved(sql`kf.id`)})`
