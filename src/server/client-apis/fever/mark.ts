/** Writes: `mark`, and unmarking recently read entries. */
import { entriesWithin } from '../../access/limit.ts'
import { Refusal } from '../../http/refusal.ts'
import { readSince } from '../../storage/timeline/streams.ts'
import { followedBy, labelled, type SubscribedFeeds } from '../shared/library.ts'
import { markEntries, markFeedsRead } from '../shared/stories.ts'
import { savedItemIds, unreadItemIds, type Part, type Reading } from './parts.ts'
import { nameOfNumber } from './numbers.ts'

/** "Recent" in the Fever protocol. */
const RECENT_MS = 15 * 60_000

/** Executes the write of the form. @returns the affected ids; nothing for an unknown mark */
export async function mark(reading: Reading): Promise<Part> {
  const what = reading.values.get('mark')
  const how = reading.values.get('as')
  if (what === 'item') return markItem(reading, how)
  if (how !== 'read') return {}
  if (what === 'feed') return markFeeds(reading, await feedsOfNumber(reading))
  return what === 'group' ? markFeeds(reading, await feedsOfGroup(reading)) : {}
}

/** `unread_recently_read=1` */
export async function unreadRecent(reading: Reading): Promise<Part> {
  const { services, account, contract } = reading
  const recent = await readSince(services.storage, account.user.id, services.now() - RECENT_MS)
  const entryIds = await entriesWithin(services.storage, account.user, recent)
  if (entryIds.length > 0) await contract('reads.unmark', { entryIds })
  return unreadItemIds(reading)
}

async function markItem(reading: Reading, how: string | null): Promise<Part> {
  const { contract, values } = reading
  const entryId = (values.get('id') ?? '').trim()
  if (!/^\d{1,19}$/.test(entryId)) return {}
  if (how === 'read' || how === 'unread') await markEntries(reading, how, [entryId])
  else if (how === 'saved') await contract('collections.add', { entryId }).catch(isGone)
  else if (how === 'unsaved') await contract('collections.remove', { entryId })
  else return {}
  return how === 'read' || how === 'unread' ? unreadItemIds(reading) : savedItemIds(reading)
}

/** An entry may have been deleted since the client fetched it. */
function isGone(error: unknown): void {
  if (!(error instanceof Refusal && error.key === 'entryNotFound')) throw error
}

async function markFeeds(reading: Reading, feeds: readonly SubscribedFeeds[]): Promise<Part> {
  const before = Number(reading.values.get('before') ?? 0)
  // `before` is the second of the client's last fetch: it has not seen later entries.
  const insertedBefore = Number.isSafeInteger(before) && before > 0 ? (before + 1) * 1000 : undefined
  await markFeedsRead(reading, feeds, insertedBefore)
  return unreadItemIds(reading)
}

async function feedsOfNumber({ services, account, values }: Reading): Promise<SubscribedFeeds[]> {
  const followed = await followedBy(services.storage, account.user)
  const id = await nameOfNumber(services.storage, account.user.id, 'feed', numberIn(values))
  return followed.filter(({ feed }) => feed.id === id)
}

/** Group 0 is everything, group -1 the sparks, of which there are none. */
async function feedsOfGroup({ services, account, values }: Reading): Promise<SubscribedFeeds[]> {
  const followed = await followedBy(services.storage, account.user)
  if (numberIn(values) === 0) return followed
  const folder = await nameOfNumber(services.storage, account.user.id, 'folder', numberIn(values))
  return folder === undefined ? [] : labelled(followed, folder)
}

/** An invalid number becomes -1, which matches nothing, and never 0, which is everything. */
function numberIn(values: URLSearchParams): number {
  const text = values.get('id') ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : -1
}
