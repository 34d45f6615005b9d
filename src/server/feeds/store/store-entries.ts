/** Entries into the library: new ones inserted, changed ones changed in place, the same ones left alone. */
import type { Kysely } from 'kysely'
import { batches, idList } from '../../storage/id-list.ts'
import type { Kind } from '../../storage/open.ts'
import type { Schema } from '../../storage/schema.ts'
import type { ParsedEntry } from '../parsed-feed.ts'
import { fieldsOf, saysTheSame, type EntryFields } from './entry-row.ts'
import { insertEntries } from './insert-entries.ts'
import { runPrepared, type PreparedDatabase } from './prepared-statements.ts'

export type Stored = { readonly added: number; readonly changed: number }
type Known = { readonly id: string; readonly guid: string; readonly hash: string }
type Ready = { readonly draft: ParsedEntry; readonly fields: EntryFields }
type Place = {
  readonly feedId: string
  /** The feed is known to have no entries. */
  readonly isEmpty?: boolean
  readonly kind: Kind
  readonly now: number
  readonly newId: () => string
}

/** Below the limits on parameters of both engines. */
const CHUNK = 400
/** No entry is of this time. */
const NEVER = -1

/** Must run inside a transaction. An entry is never stored twice by guid, nor when only its guid changed. */
export async function storeEntries(
  db: Kysely<Schema>,
  drafts: readonly ParsedEntry[],
  place: Place,
): Promise<Stored> {
  const ready = distinct(drafts).map((draft) => ({ draft, fields: fieldsOf(draft) }))
  const library = { db, kind: place.kind }
  const { isEmpty = false } = place
  const known = isEmpty ? new Map<string, Known>() : await knownByGuid(library, place.feedId, ready)
  const unknown = ready.filter(({ draft }) => !known.has(draft.guid))
  const present = new Set(ready.map(({ draft }) => draft.guid))
  const isNew = isEmpty || (known.size === 0 && (await emptyAmong(library, [place.feedId])).size > 0)
  const renamed = isNew ? new Map<string, Known>() : await knownByAddress(db, place.feedId, unknown, present)
  let changed = 0
  for (const one of ready) {
    const row = known.get(one.draft.guid) ?? renamed.get(one.draft.guid)
    if (!row) continue
    const isSaid = saysTheSame(row.hash, one.fields, one.draft.content)
    if (isSaid && row.guid === one.draft.guid) continue
    if (!isSaid) changed += 1
    await change(db, row, one, place.now)
  }
  const fresh = unknown.filter(({ draft }) => !renamed.has(draft.guid))
  return { added: await insert(db, fresh, place), changed }
}

function distinct(drafts: readonly ParsedEntry[]): ParsedEntry[] {
  const seen = new Set<string>()
  return drafts.filter(({ guid }) => !seen.has(guid) && seen.add(guid))
}

async function knownByGuid(
  library: PreparedDatabase,
  feedId: string,
  ready: readonly Ready[],
): Promise<Map<string, Known>> {
  const guids = ready.map(({ draft }) => draft.guid)
  const { rows } = await runPrepared<Known>(
    library,
    'known',
    () =>
      library.db
        .selectFrom('entries')
        .select(['id', 'guid', 'hash'])
        .where('feedId', '=', feedId)
        .where('guid', 'in', idList(library.kind, guids)),
    [feedId, JSON.stringify(guids)],
  )
  return new Map(rows.map((row) => [row.guid, row]))
}

/** Those of some feeds that have no entries, asked at once. */
export async function emptyAmong(
  { db, kind }: PreparedDatabase,
  feedIds: readonly string[],
): Promise<Set<string>> {
  if (feedIds.length === 0) return new Set()
  const { rows } = await runPrepared<{ id: string }>(
    { db, kind },
    'empty',
    () =>
      db
        .selectFrom('feeds')
        .select('id')
        .where('id', 'in', idList(kind, feedIds))
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('entries').select('id').whereRef('entries.feedId', '=', 'feeds.id'))),
        ),
    [JSON.stringify(feedIds)],
  )
  return new Set(rows.map(({ id }) => id))
}

/** A site that moves to https, or takes a slash away, changes every address and every guid made of it, and no entry. */
function spellings(url: string): string[] {
  const plain = url.replace(/\/$/, '')
  const bare = plain.replace(/^https?:/, '')
  return [`https:${bare}`, `http:${bare}`, `https:${bare}/`, `http:${bare}/`]
}

/** Addresses that carry a visit's number are new with each fetch; what comes before the question mark is not. */
const placeOf = (url: string): string => url.replace(/^https?:/, '').replace(/[?#;].*$/s, '')

type Same = Pick<ParsedEntry, 'url' | 'title' | 'description' | 'publishedAt'>

/** Whether a stored entry is the one of a draft, though its guid says otherwise. */
function isSame(row: Same, draft: ParsedEntry): boolean {
  const sameWords =
    row.title === draft.title &&
    // A note without a title is told by what it says.
    (row.title !== null || row.description === draft.description)
  if (!sameWords) return false
  if (spellings(draft.url ?? '').includes(row.url ?? '')) return true
  // The same minute, the same title, the same page but for its query.
  const path = placeOf(draft.url ?? '')
  return row.publishedAt === draft.publishedAt && row.url !== null && placeOf(row.url) === path
}

/** Entries that changed their guid and nothing else: same page, same title, and the old guid is not in the feed any more. */
async function knownByAddress(
  db: Kysely<Schema>,
  feedId: string,
  unknown: readonly Ready[],
  present: ReadonlySet<string>,
): Promise<Map<string, Known>> {
  const found = new Map<string, Known>()
  const taken = new Set<string>()
  for (const part of batches(
    unknown.filter(({ draft }) => draft.url && (draft.title ?? draft.description)),
    CHUNK,
  )) {
    const rows = await db
      .selectFrom('entries')
      .select(['id', 'guid', 'hash', 'url', 'title', 'description', 'publishedAt'])
      .where('feedId', '=', feedId)
      .where(({ eb, or }) =>
        or([
          eb(
            'url',
            'in',
            part.flatMap(({ draft }) => spellings(draft.url ?? '')),
          ),
          eb(
            'publishedAt',
            'in',
            part.map(({ draft }) => draft.publishedAt ?? NEVER),
          ),
        ]),
      )
      .execute()
    for (const { draft } of part) {
      const row = rows.find((one) => isSame(one, draft) && !present.has(one.guid) && !taken.has(one.id))
      if (!row) continue
      taken.add(row.id)
      found.set(draft.guid, row)
    }
  }
  return found
}

async function change(
  db: Kysely<Schema>,
  { id }: Known,
  { draft, fields }: Ready,
  now: number,
): Promise<void> {
  await db
    .updateTable('entries')
    .set({ ...fields, guid: draft.guid, updatedAt: now })
    .where('id', '=', id)
    .execute()
  const { content } = draft
  if (content === null) {
    await db.deleteFrom('entryContents').where('entryId', '=', id).execute()
    return
  }
  await db
    .insertInto('entryContents')
    .values({ entryId: id, content })
    .onConflict((on) => on.column('entryId').doUpdateSet({ content }))
    .execute()
}

function insert(
  db: Kysely<Schema>,
  fresh: readonly Ready[],
  { feedId, kind, now, newId }: Place,
): Promise<number> {
  // The first of a document is its newest: it gets the highest id, and undated ones keep the document's order.
  const list = fresh.toReversed().map(({ draft, fields }, index) => ({
    row: {
      id: newId(),
      feedId,
      guid: draft.guid,
      ...fields,
      publishedAt: draft.publishedAt ?? now - (fresh.length - 1 - index),
      insertedAt: now,
      updatedAt: now,
    },
    content: draft.content,
  }))
  return insertEntries({ db, kind }, list)
}
