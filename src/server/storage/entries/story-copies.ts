/**
 * The same story from several feeds (contract/story-keys): the entry that arrived first represents it, and the others are its
 * copies. Only among some feeds of a user, and without entries that the user's rules hide.
 */
import { sql, type RawBuilder } from 'kysely'
import { STORY_WITHIN_MS } from '../../../contract/story-keys.ts'
import { delivered } from '../actions/actions.ts'
import { idList } from '../engine/id-list.ts'
import type { Storage } from '../open.ts'

/** A user, and the feeds among which copies are searched. */
export type StoryScope = { readonly userId: string; readonly feedIds: readonly string[] }

/** True of entries `e` that are copies. */
export const isCopy = (kind: Storage['kind'], scope: StoryScope): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    (['address', 'title'] as const).map(
      (key) => sql`exists (select 1 from ${sameStory(key)} where a."entryId" = e.id
        and b."entryId" < a."entryId" and ${within(kind, scope)})`,
    ),
    sql` or `,
  )})`

/** The given entries, and all others of their stories, each once. */
export async function withStories(
  { db, kind }: Storage,
  scope: StoryScope,
  ids: readonly string[],
): Promise<string[]> {
  const stories = (['address', 'title'] as const).map(
    (key) => sql`select b."entryId" as id from ${sameStory(key)}
      where a."entryId" in ${idList(kind, ids)} and ${within(kind, scope)}`,
  )
  const { rows } = await sql<{ id: string }>`${sql.join(stories, sql` union `)}`.execute(db)
  return [...new Set([...ids, ...rows.map(({ id }) => id)])]
}

export type EarlierEntry = { readonly id: string; readonly earlier: string }

/** Entries of the same stories that arrived before the given ones, regardless of their visibility. */
export async function earlierOfStories(
  { db, kind }: Storage,
  ids: readonly string[],
): Promise<readonly EarlierEntry[]> {
  const pairs = (['address', 'title'] as const).map(
    (key) => sql`select a."entryId" as id, b."entryId" as earlier from ${sameStory(key)}
      where a."entryId" in ${idList(kind, ids)} and b."entryId" < a."entryId"`,
  )
  const { rows } = await sql<EarlierEntry>`${sql.join(pairs, sql` union `)}`.execute(db)
  return rows
}

/** How many unread entries of each feed are copies. */
export async function unreadCopies({ db, kind }: Storage, scope: StoryScope): Promise<Map<string, number>> {
  const { rows } = await sql<{ feedId: string; count: number | string }>`
    select e."feedId", count(*) as count from entries as e
    where e."feedId" in ${idList(kind, scope.feedIds)} and ${delivered(scope.userId)}
      and not exists (select 1 from reads as r where r."userId" = ${scope.userId} and r."entryId" = e.id)
      and ${isCopy(kind, scope)}
    group by e."feedId"`.execute(db)
  return new Map(rows.map(({ feedId, count }) => [feedId, Number(count)]))
}

/** Unread entries of the scope whose story is read in another of these feeds. */
export async function copiesOfRead(
  { db, kind }: Storage,
  scope: StoryScope,
  feedIds: readonly string[],
): Promise<string[]> {
  const isRead = (id: RawBuilder<unknown>) =>
    sql`exists (select 1 from reads as r where r."userId" = ${scope.userId} and r."entryId" = ${id})`
  const copies = (['address', 'title'] as const).map(
    (key) => sql`select b."entryId" as id from ${sameStory(key)}
      where a."feedId" in ${idList(kind, feedIds)} and ${isRead(sql`a."entryId"`)}
        and ${within(kind, scope)} and not ${isRead(sql`b."entryId"`)}`,
  )
  const { rows } = await sql<{ id: string }>`${sql.join(copies, sql` union `)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Pairs of entries of one story in two feeds. */
const sameStory = (key: 'address' | 'title'): RawBuilder<unknown> => {
  const column = sql.ref(key)
  const most = sql.lit(STORY_WITHIN_MS[key])
  return sql`"storyKeys" as a join "storyKeys" as b on b.${column} = a.${column} and b."feedId" <> a."feedId"
    and b."publishedAt" between a."publishedAt" - ${most} and a."publishedAt" + ${most}`
}

/** True of entries `b` of the scope. */
const within = (kind: Storage['kind'], { userId, feedIds }: StoryScope): RawBuilder<boolean> =>
  sql<boolean>`(b."feedId" in ${idList(kind, feedIds)} and ${delivered(userId, sql`b."entryId"`)})`
