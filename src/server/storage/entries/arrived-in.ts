import { sql } from 'kysely'
import type { Headline } from '../../../plugin-api/server.ts'
import { delivered } from '../actions/actions.ts'
import type { Storage } from '../open.ts'
import { inScope } from '../timeline/timeline.ts'

/** The entries that arrived in a user's view in a period, the newest first. Times are ms; `to` is exclusive. */
export async function entriesArrivedIn(
  { db, kind }: Storage,
  userId: string,
  view: number,
  { from, to }: { from: number; to: number },
  limit: number,
): Promise<Headline[]> {
  const scope = inScope(kind, { kind: 'followed', userId, view })
  const { rows } = await sql<Headline>`
    select e.id, e.title, f.title as "feedTitle", coalesce(e.description, c.content) as content
    from entries e join feeds f on f.id = e."feedId" left join "entryContents" c on c."entryId" = e.id
    where ${scope} and ${delivered(userId)} and e."publishedAt" >= ${from} and e."publishedAt" < ${to}
    order by e."publishedAt" desc, e.id desc limit ${limit}`.execute(db)
  return rows
}
