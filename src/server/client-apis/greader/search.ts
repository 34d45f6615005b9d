/** `search/items/ids`: the entries that a query selects, newest first, as Google Reader answered it. */
import { Refusal } from '../../http/refusal.ts'
import { followedBy } from '../shared/library.ts'
import { BadRequest, json } from './responses.ts'
import type { Reading } from './reading.ts'
import { feedsOfStream, feedStream, parseStream } from './stream.ts'

const DEFAULT_COUNT = 20
const MAX_COUNT = 1000
/** Entries per call of the contract, its greatest page. */
const PAGE = 100
/** States that narrow a search, as conditions of the query language. */
const STATES: Readonly<Record<string, { readonly only: string; readonly without: string }>> = {
  read: { only: 'is:read', without: 'is:unread' },
  starred: { only: 'is:starred', without: '-is:starred' },
}

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
  const { conditions, feedIds } = await narrowingOf(reading)
  const found = await searched(reading, q, { conditions, feedIds, count })
  return json({
    results: found.map(({ id }) => ({ id })),
    itemRefs: found.map(({ id, feedId, insertedAt }) => ({
      id,
      directStreamIds: [feedStream(feedId)],
      timestampUsec: `${insertedAt}000`,
    })),
  })
}

type Found = { readonly id: string; readonly feedId: string; readonly insertedAt: number }
type Narrowing = {
  readonly conditions: readonly string[]
  /** null: all feeds. */
  readonly feedIds: ReadonlySet<string> | null
}

async function narrowingOf({ form: { values }, services, account }: Reading): Promise<Narrowing> {
  const followed = await followedBy(services.storage, account.user.id)
  const conditions: string[] = []
  let feedIds: readonly string[] | null = null
  for (const stream of [...values.getAll('s'), ...values.getAll('it')].filter(Boolean)) {
    const named = parseStream(stream)
    if (!named) throw new BadRequest(`${stream} is not a stream`)
    if (named.kind !== 'state') {
      const own = feedsOfStream(named, followed)
      feedIds = feedIds === null ? own : feedIds.filter((id) => own.includes(id))
    } else if (STATES[named.name]) conditions.push(STATES[named.name]?.only ?? '')
  }
  for (const stream of values.getAll('xt')) {
    const named = parseStream(stream)
    const state = named?.kind === 'state' ? STATES[named.name] : undefined
    if (state) conditions.push(state.without)
  }
  return { conditions, feedIds: feedIds && new Set(feedIds) }
}

/** Words that are no query of ours are searched as they stand. */
async function searched(
  reading: Reading,
  q: string,
  options: Narrowing & { readonly count: number },
): Promise<readonly Found[]> {
  try {
    return await pagesOf(reading, [`(${q})`, ...options.conditions].join(' '), options)
  } catch (error) {
    if (!(error instanceof Refusal && error.key === 'invalidParameter')) throw error
    const words = q.split(/\s+/).map((word) => `"${word.replaceAll('"', ' ').trim()}"`)
    const text = words.filter((word) => word !== '""').join(' ')
    return text === '' ? [] : pagesOf(reading, [text, ...options.conditions].join(' '), options)
  }
}

async function pagesOf(
  { contract }: Reading,
  q: string,
  { feedIds, count }: Narrowing & { readonly count: number },
): Promise<readonly Found[]> {
  const found: Found[] = []
  let cursor: string | undefined
  do {
    const page = await contract('entries.search', { q, limit: PAGE, cursor })
    for (const { entries, feeds } of page.data) {
      const feedId = feeds.id ?? ''
      if (feedIds !== null && !feedIds.has(feedId)) continue
      found.push({ id: entries.id, feedId, insertedAt: Date.parse(entries.insertedAt) })
    }
    cursor = page.cursor
  } while (cursor !== undefined && found.length < count)
  return found.slice(0, count)
}
