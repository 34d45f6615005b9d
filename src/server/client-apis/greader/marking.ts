/** Marks read, unread and starred, for entries and for full streams. */
import { Refusal } from '../../http/refusal.ts'
import { streamPage } from '../../storage/streams.ts'
import { followedBy } from '../shared/library.ts'
import { markFeedsRead } from '../shared/mark-feeds.ts'
import { BadRequest, done } from './responses.ts'
import { milliseconds } from './contents.ts'
import { readId } from './ids.ts'
import type { Reading } from './reading.ts'
import { feedsOfStream, parseStream, queryOf } from './stream.ts'

type Mark = 'read' | 'unread' | 'star' | 'unstar'

/** Other states of Google Reader (likes, broadcasts) are ignored, as in other implementations. */
const ADDED: Readonly<Record<string, Mark>> = { read: 'read', 'kept-unread': 'unread', starred: 'star' }
const REMOVED: Readonly<Record<string, Mark>> = { read: 'unread', 'kept-unread': 'read', starred: 'unstar' }

/** `edit-tag`: adds the tags `a` to the entries `i` and removes the tags `r`. */
export async function editTag(reading: Reading): Promise<Response> {
  const { values } = reading.form
  const ids = [...new Set(values.getAll('i').flatMap((text) => readId(text) ?? []))]
  if (ids.length === 0) throw new BadRequest('i is needed')
  const marks = new Set([...marksOf(values.getAll('a'), ADDED), ...marksOf(values.getAll('r'), REMOVED)])
  for (const mark of marks) await applyMark(reading, mark, ids)
  return done()
}

function marksOf(tags: readonly string[], table: Readonly<Record<string, Mark>>): Mark[] {
  return tags.filter(Boolean).flatMap((tag) => {
    const named = parseStream(tag)
    // Labels on entries are not supported; OK would lose them silently.
    if (named?.kind !== 'state') throw new BadRequest(`Entries cannot carry ${tag}`)
    return table[named.name] ?? []
  })
}

async function applyMark({ contract }: Reading, mark: Mark, ids: readonly string[]): Promise<void> {
  if (mark === 'read') await contract('reads.mark', { entryIds: [...ids] })
  if (mark === 'unread') await contract('reads.unmark', { entryIds: [...ids] })
  if (mark === 'unstar') for (const entryId of ids) await contract('collections.remove', { entryId })
  if (mark === 'star')
    for (const entryId of ids) await contract('collections.add', { entryId }).catch(ignoreNotFound)
}

/** An entry may have been deleted since the client fetched it; the others are still starred. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof Refusal && error.key === 'entryNotFound')) throw error
}

/** `mark-all-as-read`: a stream up to `ts`, in microseconds, so that entries the client has not seen stay unread. */
export async function markAllAsRead(reading: Reading): Promise<Response> {
  const { services, account, contract, form } = reading
  const stream = form.values.get('s') ?? ''
  const named = parseStream(stream)
  if (!named) throw new BadRequest('s has to name a stream')
  const until = milliseconds(form.values.get('ts'))
  // Entries of the same millisecond count as seen.
  const insertedBefore = until === null ? undefined : until + 1
  const followed = await followedBy(services.storage, account.user)
  const isReadingList = named.kind === 'state' && named.name === 'reading-list'
  if (named.kind !== 'state' || isReadingList) {
    const feedIds = new Set(feedsOfStream(named, followed))
    const feeds = isReadingList ? followed : followed.filter(({ feed }) => feedIds.has(feed.id))
    await markFeedsRead(contract, feeds, insertedBefore)
    return done()
  }
  const query = queryOf(account.user, followed, { stream, include: [], exclude: [] })
  if (!query) return done()
  const bounds = { ...query.bounds, read: false, ...(insertedBefore ? { before: insertedBefore } : {}) }
  const entries = await streamPage(services.storage, query.scope, bounds, { order: 'newest', limit: 1e6 })
  await contract('reads.mark', { entryIds: entries.map(({ id }) => id) })
  return done()
}
