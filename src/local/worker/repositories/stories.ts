/**
 * The same story from several feeds: entries with the same address, or the same title within a few days. Which story an
 * entry belongs to is computed once, when it is stored. A story has one entry of each feed.
 */
import { sql } from 'kysely'
import { STORY_WITHIN_MS, storyKeysOf } from '../../../contract/story-keys.ts'
import type { StoryEntry } from '../../calls.ts'
import type { Db } from '../schema.ts'
import { listed } from './listed.ts'

/** Pairs of one batch; an address that two feeds repeat all the time would add more, without meaning. */
const MAX_PAIRS = 2000
/** Entries of one step in the background. */
const BATCH = 200

type Described = {
  readonly id: string
  readonly feedId: string
  readonly publishedAt: number
  readonly url: string | null
  readonly title: string | null
}

/** Adds entries that were just stored. @param changed ids of those that changed */
export async function putStories(
  db: Db,
  received: readonly Described[],
  changed: readonly string[],
): Promise<void> {
  if (changed.length === 0) return
  const ids = new Set(changed)
  await put(
    db,
    received.filter(({ id }) => ids.has(id)),
  )
}

/** Adds entries stored before stories existed. @returns whether more may be waiting */
export async function groupPendingStories(db: Db): Promise<boolean> {
  const { rows: taken } = await sql<{ entryId: string }>`
    select "entryId" from "storyEntriesPending" order by "entryId" desc limit ${BATCH}`.execute(db)
  if (taken.length === 0) return false
  const ids = listed(taken.map(({ entryId }) => entryId))
  const { rows } = await sql<Described>`
    select "id", "feedId", "publishedAt", "url", "title" from "entries" where "id" in ${ids}`.execute(db)
  await put(db, rows)
  await sql`delete from "storyEntriesPending" where "entryId" in ${ids}`.execute(db)
  return taken.length === BATCH
}

/** All entries of the stories that have an entry in the time of a page. */
export async function storiesOf(
  db: Db,
  page: readonly { readonly publishedAt: number }[],
): Promise<StoryEntry[]> {
  const [first, last] = [page[0], page.at(-1)]
  if (!first || !last) return []
  const { rows } = await sql<StoryEntry>`
    select "entryId" as "id", "storyId", "feedId", "publishedAt" from "storyEntries" where "storyId" in (
      select "storyId" from "storyEntries" where "storyId" is not null
        and "publishedAt" between ${last.publishedAt} and ${first.publishedAt})
    order by "storyId", "entryId"`.execute(db)
  return rows
}

async function put(db: Db, entries: readonly Described[]): Promise<void> {
  const rows = entries.map((entry) => {
    const url = entry.url === null ? null : URL.parse(entry.url)
    return { ...entry, ...storyKeysOf({ url, title: entry.title }) }
  })
  const comparable = rows.filter(({ address, title }) => address !== null || title !== null)
  const others = rows.filter((row) => !comparable.includes(row)).map(({ id }) => id)
  if (others.length > 0)
    await sql`delete from "storyEntries" where "entryId" in ${listed(others)}`.execute(db)
  if (comparable.length === 0) return
  const values = comparable.map(({ id, feedId, publishedAt, address, title }) => [
    id,
    feedId,
    publishedAt,
    address,
    title,
  ])
  const { rows: written } = await sql<{ entryId: string }>`
    insert into "storyEntries" ("entryId", "feedId", "publishedAt", "address", "title")
    select "value" ->> 0, "value" ->> 1, "value" ->> 2, "value" ->> 3, "value" ->> 4
    from json_each(${JSON.stringify(values)}) where true
    on conflict ("entryId") do update set "feedId" = "excluded"."feedId",
      "publishedAt" = "excluded"."publishedAt", "address" = "excluded"."address",
      "title" = "excluded"."title", "storyId" = null
    where "feedId" is not "excluded"."feedId" or "publishedAt" is not "excluded"."publishedAt"
      or "address" is not "excluded"."address" or "title" is not "excluded"."title"
    returning "entryId"`.execute(db)
  if (written.length > 0)
    await joinStories(
      db,
      written.map(({ entryId }) => entryId),
    )
}

type Pair = { readonly id: string; readonly other: string }
type Member = { readonly entryId: string; readonly feedId: string; readonly storyId: string | null }

/** Adds new entries to the stories of matching entries. */
async function joinStories(db: Db, ids: readonly string[]): Promise<void> {
  const pairs = await equalPairs(db, ids)
  if (pairs.length === 0) return
  const involved = listed([...new Set(pairs.flatMap(({ id, other }) => [id, other]))])
  const { rows: members } = await sql<Member>`
    select "entryId", "feedId", "storyId" from "storyEntries" where "entryId" in ${involved}
    union select "entryId", "feedId", "storyId" from "storyEntries" where "storyId" in
      (select "storyId" from "storyEntries" where "entryId" in ${involved} and "storyId" is not null)`.execute(
    db,
  )
  const moved = mergeStories(members, pairs)
  await sql`
    update "storyEntries" set "storyId" = "j"."value" ->> 1
    from json_each(${JSON.stringify(moved)}) as "j" where "entryId" = "j"."value" ->> 0`.execute(db)
}

/** Entries of other feeds with the same address, then with the same title, the nearest in time first. */
async function equalPairs(db: Db, ids: readonly string[]): Promise<readonly Pair[]> {
  const pairs: Pair[] = []
  for (const key of ['address', 'title'] as const) {
    const column = sql.ref(key)
    const { rows } = await sql<Pair>`
      select "a"."entryId" as "id", "b"."entryId" as "other" from "storyEntries" as "a"
      join "storyEntries" as "b" on "b".${column} = "a".${column}
        and "b"."publishedAt" between "a"."publishedAt" - ${STORY_WITHIN_MS[key]} and "a"."publishedAt" + ${STORY_WITHIN_MS[key]}
        and "b"."feedId" <> "a"."feedId"
      where "a"."entryId" in ${listed(ids)} and "a".${column} is not null
      order by abs("b"."publishedAt" - "a"."publishedAt"), "a"."entryId", "b"."entryId"
      limit ${MAX_PAIRS}`.execute(db)
    pairs.push(...rows)
  }
  return pairs
}

/** @returns the entries whose story changed, with it */
function mergeStories(
  members: readonly Member[],
  pairs: readonly Pair[],
): readonly (readonly [entryId: string, storyId: string])[] {
  type Story = { id: string | null; members: readonly Member[] }
  const stories = new Map<string, Story>()
  const storyOf = new Map<string, Story>()
  for (const member of members) {
    const { storyId, entryId } = member
    const story = (storyId !== null && stories.get(storyId)) || { id: storyId, members: [] }
    story.members = [...story.members, member]
    if (storyId !== null) stories.set(storyId, story)
    storyOf.set(entryId, story)
  }
  for (const { id, other } of pairs) {
    const [one, two] = [storyOf.get(id), storyOf.get(other)]
    if (!one || !two || one === two || haveSameFeed(one.members, two.members)) continue
    const merged = { id: two.id ?? one.id ?? other, members: [...two.members, ...one.members] }
    for (const { entryId } of merged.members) storyOf.set(entryId, merged)
  }
  return members.flatMap(({ entryId, storyId }) => {
    const id = storyOf.get(entryId)?.id ?? null
    return id === null || id === storyId ? [] : [[entryId, id] as const]
  })
}

function haveSameFeed(one: readonly Member[], two: readonly Member[]): boolean {
  const feedIds = new Set(one.map(({ feedId }) => feedId))
  return two.some(({ feedId }) => feedIds.has(feedId))
}
