/** `search/items/ids`: the entries that a query selects, newest first, as Google Reader responded. */
import { narrowQuery } from '../../../contract/query/narrow-query.ts'
import { Refusal } from '../../http/refusal.ts'
import type { StreamPlace } from '../../storage/timeline/streams.ts'
import { followedBy } from '../shared/library.ts'
import { tellsStoriesOnce } from '../shared/stories.ts'
import { BadRequest, json } from './responses.ts'
import type { Reading } from './reading.ts'
import { itemRef, narrow, parseStream } from './stream.ts'

const DEFAULT_COUNT = 20
const MAX_COUNT = 1000
/** Entries per call of the contract: its maximum. */
const PAGE = 100

/**
 * `q`: the words, or any query of ours; `num` (or `n`): how many; `s`, `it`: streams to search in, `xt`: one to leave
 * out. Both forms that clients read are in the response: `results`, and `itemRefs` as in `stream/items/ids`.
 */
export async function searchIds(reading: Reading): Promise<Response> {
  const { values } = reading.form
  const q = (values.get('q') ?? '').trim()
  if (q === '') throw new BadRequest('q is needed')
  const requested = Number(values.get('num') ?? values.get('n') ?? DEFAULT_COUNT)
  const count = Number.isInteger(requested) && requested > 0 ? Math.min(requested, MAX_COUNT) : DEFAULT_COUNT
  const narrowing = await narrowingOf(reading)
  const found = narrowing === null ? [] : await searched(reading, q, narrowing, count)
  return json({ results: found.map(({ id }) => ({ id })), itemRefs: found.map(itemRef) })
}

type Narrowing = {
  /** Of the query language. */
  readonly conditions: readonly string[]
  readonly isMeant: (feedId: string) => boolean
}

/** @returns null where nothing can be found */
async function narrowingOf({ form: { values }, services, account }: Reading): Promise<Narrowing | null> {
  const tags = (key: string) => values.getAll(key).filter(Boolean)
  const include = [...tags('s'), ...tags('it')]
  const wrong = include.find((stream) => parseStream(stream) === null)
  if (wrong !== undefined) throw new BadRequest(`${wrong} is not a stream`)
  const followed = await followedBy(services.storage, account.user)
  const narrowed = narrow(followed, { include, exclude: tags('xt') })
  if (!narrowed || narrowed.feedIds?.length === 0) return null
  const { read, starred, without } = narrowed.bounds
  const [only, not] = [narrowed.feedIds && new Set(narrowed.feedIds), new Set(without)]
  return {
    conditions: [
      ...(read === undefined ? [] : [read ? 'is:read' : 'is:unread']),
      ...(starred === undefined ? [] : [starred ? 'is:starred' : '-is:starred']),
    ],
    isMeant: (feedId) => (only === null || only.has(feedId)) && !not.has(feedId),
  }
}

/** Words that are no valid query are searched literally. */
async function searched(
  reading: Reading,
  q: string,
  { conditions, isMeant }: Narrowing,
  count: number,
): Promise<readonly StreamPlace[]> {
  const find = (query: string) => pagesOf(reading, narrowQuery(query, conditions.join(' ')), isMeant, count)
  try {
    return await find(q)
  } catch (error) {
    if (!(error instanceof Refusal && error.key === 'invalidParameter')) throw error
    const words = q.split(/\s+/).map((word) => `"${word.replaceAll('"', ' ').trim()}"`)
    const text = words.filter((word) => word !== '""').join(' ')
    return text === '' ? [] : find(text)
  }
}

async function pagesOf(
  { contract, services, account }: Reading,
  q: string,
  isMeant: Narrowing['isMeant'],
  count: number,
): Promise<readonly StreamPlace[]> {
  const found: StreamPlace[] = []
  let cursor: string | undefined
  const once = await tellsStoriesOnce(services.storage, account.user.id)
  do {
    const page = await contract('entries.search', { q, limit: PAGE, cursor, once })
    for (const { entries, feeds } of page.data) {
      const feedId = feeds.id ?? ''
      if (isMeant(feedId)) found.push({ id: entries.id, feedId, insertedAt: Date.parse(entries.insertedAt) })
    }
    cursor = page.cursor
  } while (cursor !== undefined && found.length < count)
  return found.slice(0, count)
}
