/** Finds stored entries of which only the guid changed, so that they are not stored again as new ones. */
import type { Kysely } from 'kysely'
import { batches } from '../../storage/engine/id-list.ts'
import type { EntryRow, Schema } from '../../storage/schema.ts'
import { sharedGuid } from '../normalise/guid.ts'
import type { ParsedEntry } from '../parsed-feed.ts'

type Row = Pick<EntryRow, 'id' | 'guid' | 'hash' | 'url' | 'title' | 'description' | 'publishedAt'>
type IsSame = (row: Row, entry: ParsedEntry) => boolean

/** Below the limits on parameters of both engines. */
const CHUNK = 200
/** A time that no entry has. */
const NEVER = -1
/** Minimum number of entries with the same text and time that proves a change of all addresses. */
const MOVED_MIN = 2

/**
 * @param unmatched entries of the document whose guids are not stored
 * @param present all guids of the document: a stored entry with one of them is no other entry
 * @returns the stored entries by the new guid
 */
export async function renamedEntries(
  db: Kysely<Schema>,
  feedId: string,
  unmatched: readonly ParsedEntry[],
  present: ReadonlySet<string>,
): Promise<Map<string, Row>> {
  const rows: Row[] = []
  for (const chunk of batches(unmatched, CHUNK)) rows.push(...(await candidates(db, feedId, chunk)))
  const gone = new Map(rows.filter(({ guid }) => !present.has(guid)).map((row) => [row.id, row]))
  const matches = new Map<string, Row>()
  const matchBy = (isSame: IsSame): void => {
    for (const entry of unmatched) {
      const row = matches.has(entry.guid) ? undefined : [...gone.values()].find((one) => isSame(one, entry))
      if (!row) continue
      gone.delete(row.id)
      matches.set(entry.guid, row)
    }
  }
  matchBy(isSamePage)
  matchBy(hasSharedGuid)
  const moved = movedEntries(
    [...gone.values()],
    unmatched.filter(({ guid }) => !matches.has(guid)),
  )
  return new Map([...matches, ...moved])
}

/** Entries of the same page or time; of those without either, with the same text. */
function candidates(db: Kysely<Schema>, feedId: string, entries: readonly ParsedEntry[]): Promise<Row[]> {
  const undated = entries.filter(({ publishedAt }) => publishedAt === null)
  const titles = undated.map(({ title }) => title).filter((title) => title !== null)
  const texts = undated
    .map(({ title, description }) => (title === null ? description : null))
    .filter((text) => text !== null)
  const urls = entries.flatMap(({ url }) => (url ? spellings(url) : []))
  const times = entries.map(({ publishedAt }) => publishedAt ?? NEVER)
  return db
    .selectFrom('entries')
    .select(['id', 'guid', 'hash', 'url', 'title', 'description', 'publishedAt'])
    .where('feedId', '=', feedId)
    .where(({ eb, or }) =>
      or([
        eb('publishedAt', 'in', times),
        ...(urls.length > 0 ? [eb('url', 'in', urls)] : []),
        ...(titles.length > 0 ? [eb('title', 'in', titles)] : []),
        ...(texts.length > 0 ? [eb('description', 'in', texts)] : []),
      ]),
    )
    .execute()
}

/** All spellings of an address: a move to https or a dropped slash changes addresses and guids, but not the entries. */
function spellings(url: string): string[] {
  const plain = url.replace(/\/$/, '')
  const bare = plain.replace(/^https?:/, '')
  return [`https:${bare}`, `http:${bare}`, `https:${bare}/`, `http:${bare}/`]
}

/** Without the query: some sites put a new visit id into it at each fetch. */
const pathOf = (url: string): string => url.replace(/^https?:/, '').replace(/[?#;].*$/s, '')

/** A note without a title is identified by its description. */
const hasSameText: IsSame = (row, entry) =>
  (entry.title ?? entry.description) !== null &&
  row.title === entry.title &&
  (row.title !== null || row.description === entry.description)

const isSamePage: IsSame = (row, entry) => {
  if (row.url === null || entry.url === null || !hasSameText(row, entry)) return false
  if (spellings(entry.url).includes(row.url)) return true
  // Same time, same title, and the same page except for its query.
  return row.publishedAt === entry.publishedAt && pathOf(row.url) === pathOf(entry.url)
}

/** Whether a guid that several entries share belongs to both. */
const hasSharedGuid: IsSame = (row, entry) =>
  sharedGuid(row.guid) === sharedGuid(entry.guid) &&
  hasSameText(row, entry) &&
  (entry.publishedAt === null || entry.publishedAt === row.publishedAt)

/**
 * Entries of a site that moved, or changed the form of its addresses: the same texts and times as before. A single one may
 * be a coincidence, and so may a text and time that several entries have.
 */
function movedEntries(gone: readonly Row[], unmatched: readonly ParsedEntry[]): readonly [string, Row][] {
  const byTime = Map.groupBy(gone, (row) => momentOf(row, row.publishedAt))
  const byText = Map.groupBy(gone, (row) => momentOf(row, null))
  const pairs: [string, Row][] = []
  for (const [moment, entries] of Map.groupBy(unmatched, (entry) => momentOf(entry, entry.publishedAt))) {
    const [entry] = entries
    const rows = (entry?.publishedAt === null ? byText : byTime).get(moment) ?? []
    if (entry && rows[0] && moment !== null && entries.length === 1 && rows.length === 1)
      pairs.push([entry.guid, rows[0]])
  }
  return pairs.length >= MOVED_MIN ? pairs : []
}

/** An entry's time and title; without a time its title and text. Null where that is not distinctive. */
function momentOf({ title, description }: Pick<Row, 'title' | 'description'>, time: number | null) {
  const text = time === null ? description : (title ?? description)
  return text === null ? null : JSON.stringify(time === null ? [title, text] : [time, text])
}
