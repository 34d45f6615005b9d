/** Marks read, unread and starred, and labels, for entries and for full streams. */
import { labelName } from '../../../contract/labels.ts'
import { Refusal } from '../../http/refusal.ts'
import { streamPage } from '../../storage/timeline/streams.ts'
import { followedBy } from '../shared/library.ts'
import { markEntries, markFeedsRead } from '../shared/stories.ts'
import { BadRequest, done } from './responses.ts'
import { milliseconds } from './contents.ts'
import { readId } from './ids.ts'
import type { Reading } from './reading.ts'
import { feedsOfStream, isLabel, parseStream, queryOf, type Named } from './stream.ts'

type Mark = 'read' | 'unread' | 'star' | 'unstar'

/** Other states of Google Reader (likes, broadcasts) are ignored, as in other implementations. */
const ADDED: Readonly<Record<string, Mark>> = { read: 'read', 'kept-unread': 'unread', starred: 'star' }
const REMOVED: Readonly<Record<string, Mark>> = { read: 'unread', 'kept-unread': 'read', starred: 'unstar' }

/** `edit-tag`: adds the tags `a` to the entries `i` and removes the tags `r`: states and labels. */
export async function editTag(reading: Reading): Promise<Response> {
  const { values } = reading.form
  const ids = [...new Set(values.getAll('i').flatMap((text) => readId(text) ?? []))]
  if (ids.length === 0) throw new BadRequest('i is needed')
  const [added, removed] = [tagsOf(values.getAll('a')), tagsOf(values.getAll('r'))]
  const marks = new Set([...marksOf(added, ADDED), ...marksOf(removed, REMOVED)])
  for (const mark of marks) await applyMark(reading, mark, ids)
  for (const name of labelsOf(added)) await reading.contract('labels.add', { name, entryIds: ids })
  for (const name of labelsOf(removed)) await reading.contract('labels.remove', { name, entryIds: ids })
  return done()
}

function tagsOf(tags: readonly string[]): Named[] {
  return tags.filter(Boolean).map((tag) => {
    const named = parseStream(tag)
    if (!named || named.kind === 'feed') throw new BadRequest(`Entries cannot carry ${tag}`)
    return named
  })
}

const marksOf = (tags: readonly Named[], table: Readonly<Record<string, Mark>>): Mark[] =>
  tags.flatMap(({ kind, name }) => (kind === 'state' ? (table[name] ?? []) : []))

/** The names of labels, cleaned as the contract does. */
function labelsOf(tags: readonly Named[]): string[] {
  return tags.flatMap(({ kind, name }) => {
    if (kind !== 'folder') return []
    const label = labelName.safeParse(name)
    if (!label.success) throw new BadRequest(`${name} cannot be a label`)
    return label.data
  })
}

async function applyMark(reading: Reading, mark: Mark, ids: readonly string[]): Promise<void> {
  const { contract } = reading
  if (mark === 'read' || mark === 'unread') await markEntries(reading, mark, ids)
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
  const { services, account, form } = reading
  const stream = form.values.get('s') ?? ''
  const named = parseStream(stream)
  if (!named) throw new BadRequest('s has to name a stream')
  const until = milliseconds(form.values.get('ts'))
  // Entries of the same millisecond count as seen.
  const insertedBefore = until === null ? undefined : until + 1
  const followed = await followedBy(services.storage, account.user)
  const isReadingList = named.kind === 'state' && named.name === 'reading-list'
  const feedIds = new Set(named.kind === 'state' ? [] : feedsOfStream(named, followed))
  if (isReadingList || (named.kind !== 'state' && !isLabel(named, followed))) {
    const feeds = isReadingList ? followed : followed.filter(({ feed }) => feedIds.has(feed.id))
    await markFeedsRead(reading, feeds, insertedBefore)
    return done()
  }
  const query = queryOf(account.user, followed, { stream, include: [], exclude: [] })
  if (!query) return done()
  const bounds = { ...query.bounds, read: false, ...(insertedBefore ? { before: insertedBefore } : {}) }
  const entries = await streamPage(services.storage, query.scope, bounds, { order: 'newest', limit: 1e6 })
  await markEntries(
    reading,
    'read',
    entries.map(({ id }) => id),
  )
  return done()
}
