/** Marks: read, kept unread, starred; and whole streams at once. */
import { Refusal } from '../../http/refusal.ts'
import { streamPage } from '../../storage/streams.ts'
import { followedBy, feedIdsIn } from '../shared/library.ts'
import { BadRequest, done } from './answers.ts'
import { milliseconds } from './contents.ts'
import { readId } from './ids.ts'
import type { Reading } from './reading.ts'
import { feedsOfStream, parseStream, queryOf } from './stream.ts'

type Mark = 'read' | 'unread' | 'star' | 'unstar'

/** Other states of Google Reader's (likes, broadcasts) are heard and forgotten, as all its heirs do. */
const ADDED: Readonly<Record<string, Mark>> = { read: 'read', 'kept-unread': 'unread', starred: 'star' }
const REMOVED: Readonly<Record<string, Mark>> = { read: 'unread', 'kept-unread': 'read', starred: 'unstar' }

/** `edit-tag`: tags in `a` are put on the entries `i`, those in `r` taken away. */
export async function editTag(reading: Reading): Promise<Response> {
  const { values } = reading.form
  const ids = [...new Set(values.getAll('i').flatMap((text) => readId(text) ?? []))]
  if (ids.length === 0) throw new BadRequest('i is needed')
  const marks = new Set([...marksOf(values.getAll('a'), ADDED), ...marksOf(values.getAll('r'), REMOVED)])
  for (const mark of marks) await put(reading, mark, ids)
  return done()
}

function marksOf(tags: readonly string[], table: Readonly<Record<string, Mark>>): Mark[] {
  return tags.filter(Boolean).flatMap((tag) => {
    const named = parseStream(tag)
    // Saying OK to a label that is not kept would lose it without a word.
    if (named?.kind !== 'state') throw new BadRequest(`Entries cannot carry ${tag}`)
    return table[named.name] ?? []
  })
}

async function put({ contract }: Reading, mark: Mark, ids: readonly string[]): Promise<void> {
  if (mark === 'read') await contract('reads.mark', { entryIds: [...ids] })
  if (mark === 'unread') await contract('reads.unmark', { entryIds: [...ids] })
  if (mark === 'unstar') for (const entryId of ids) await contract('collections.remove', { entryId })
  if (mark === 'star') for (const entryId of ids) await contract('collections.add', { entryId }).catch(isGone)
}

/** An entry may have gone since the reader fetched it; the others still get their star. */
function isGone(error: unknown): void {
  if (!(error instanceof Refusal && error.key === 'entryNotFound')) throw error
}

/** `mark-all-as-read`: a stream up to `ts`, in microseconds, so that what the reader has not seen stays unread. */
export async function markAllAsRead(reading: Reading): Promise<Response> {
  const { services, person, contract, form } = reading
  const stream = form.values.get('s') ?? ''
  const named = parseStream(stream)
  if (!named) throw new BadRequest('s has to name a stream')
  const until = milliseconds(form.values.get('ts'))
  // What came within the very millisecond counts as seen.
  const insertedBefore = until === null ? undefined : until + 1
  const followed = await followedBy(services.storage, person.user.id)
  const whole = named.kind === 'state' && named.name === 'reading-list'
  if (named.kind !== 'state' || whole) {
    const feedIdList = whole ? feedIdsIn(followed, null) : feedsOfStream(named, followed)
    if (feedIdList.length > 0) await contract('reads.markAll', { feedIdList, insertedBefore })
    return done()
  }
  const query = queryOf(person.user.id, followed, { stream, include: [], exclude: [] })
  if (!query) return done()
  const bounds = { ...query.bounds, read: false, ...(insertedBefore ? { before: insertedBefore } : {}) }
  const places = await streamPage(services.storage, query.scope, bounds, { order: 'newest', limit: 1e6 })
  await contract('reads.mark', { entryIds: places.map(({ id }) => id) })
  return done()
}
