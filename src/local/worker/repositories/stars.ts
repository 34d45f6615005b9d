/** The stars that the server reports along with entries. */
import { sql } from 'kysely'
import type { ReceivedEntry } from '../../calls.ts'
import type { Db } from '../schema.ts'
import { differs } from './effects.ts'
import { listed } from './listed.ts'

/** Overwrites what the server has confirmed; pending stars are unchanged. @returns the ids of entries that changed */
export async function putStars(db: Db, received: readonly ReceivedEntry[]): Promise<readonly string[]> {
  const starred = received.filter((entry) => entry.starredAt !== null)
  const plain = received.filter((entry) => entry.starredAt === null).map((entry) => entry.id)
  const { rows: unstarred } = await sql<{ entryId: string }>`
    update "collections" set "createdAt" = null, "view" = null
    where "entryId" in ${listed(plain)} and ("createdAt" is not null or "view" is not null)
    returning "entryId"`.execute(db)
  await sql`delete from "collections" where "pending" = 0 and "createdAt" is null and "entryId" in ${listed(plain)}`.execute(
    db,
  )
  const gone = unstarred.map(({ entryId }) => entryId)
  if (starred.length === 0) return gone
  const rows = starred.map(({ id, feedId, publishedAt, starredAt, view }) => [
    id,
    feedId,
    publishedAt,
    starredAt,
    view ?? null,
  ])
  // A star without a view is in the view of its feed.
  const { rows: written } = await sql<{ entryId: string }>`
    insert into "collections" ("entryId", "feedId", "publishedAt", "createdAt", "view")
    select "value" ->> 0, "value" ->> 1, "value" ->> 2, "value" ->> 3, coalesce("value" ->> 4,
      (select "view" from "subscriptions" where "feedId" = "value" ->> 1 limit 1), 0)
    from json_each(${JSON.stringify(rows)}) where true
    on conflict ("entryId") do update set
      "feedId" = "excluded"."feedId", "publishedAt" = "excluded"."publishedAt",
      "createdAt" = "excluded"."createdAt", "view" = "excluded"."view"
    where ${differs('collections', ['feedId', 'publishedAt', 'createdAt', 'view'])}
    returning "entryId"`.execute(db)
  return [...gone, ...written.map(({ entryId }) => entryId)]
}
