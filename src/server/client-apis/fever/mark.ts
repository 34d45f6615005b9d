/** Writing: `mark`, and taking back what was read a moment ago. */
import { Refusal } from '../../http/refusal.ts'
import { readSince } from '../../storage/streams.ts'
import { feedIdsIn, followedBy } from '../shared/library.ts'
import { savedItemIds, unreadItemIds } from './answers.ts'
import { nameOfNumber } from './numbers.ts'
import type { Part, Reading } from './reading.ts'

/** What Fever calls recent. */
const RECENT_MS = 15 * 60_000

/** Does what the form asks. @returns the ids that the change concerns; nothing for a mark that does not exist */
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
  const { services, person, contract } = reading
  const entryIds = await readSince(services.storage, person.user.id, services.now() - RECENT_MS)
  if (entryIds.length > 0) await contract('reads.unmark', { entryIds })
  return unreadItemIds(reading)
}

async function markItem(reading: Reading, how: string | null): Promise<Part> {
  const { contract, values } = reading
  const entryId = (values.get('id') ?? '').trim()
  if (!/^\d{1,19}$/.test(entryId)) return {}
  if (how === 'read') await contract('reads.mark', { entryIds: [entryId] })
  else if (how === 'unread') await contract('reads.unmark', { entryIds: [entryId] })
  else if (how === 'saved') await contract('collections.add', { entryId }).catch(isGone)
  else if (how === 'unsaved') await contract('collections.remove', { entryId })
  else return {}
  return how === 'read' || how === 'unread' ? unreadItemIds(reading) : savedItemIds(reading)
}

/** An entry may have gone since the reader fetched it. */
function isGone(error: unknown): void {
  if (!(error instanceof Refusal && error.key === 'entryNotFound')) throw error
}

async function markFeeds(reading: Reading, feedIdList: readonly string[]): Promise<Part> {
  const before = Number(reading.values.get('before') ?? 0)
  // `before` is the second of the reader's last look: what came later it has not seen.
  const insertedBefore = Number.isSafeInteger(before) && before > 0 ? (before + 1) * 1000 : undefined
  if (feedIdList.length > 0)
    await reading.contract('reads.markAll', { feedIdList: [...feedIdList], insertedBefore })
  return unreadItemIds(reading)
}

async function feedsOfNumber({ services, person, values }: Reading): Promise<string[]> {
  const followed = await followedBy(services.storage, person.user.id)
  const id = await nameOfNumber(services.storage, person.user.id, 'feed', numberIn(values))
  return followed.flatMap(({ feed }) => (feed.id === id ? [feed.id] : []))
}

/** Group 0 is everything, group -1 the sparks, of which there are none. */
async function feedsOfGroup({ services, person, values }: Reading): Promise<string[]> {
  const followed = await followedBy(services.storage, person.user.id)
  if (numberIn(values) === 0) return feedIdsIn(followed, null)
  const folder = await nameOfNumber(services.storage, person.user.id, 'folder', numberIn(values))
  return folder === undefined ? [] : feedIdsIn(followed, folder)
}

/** What is no number names nothing: -1, and never 0, which is everything. */
function numberIn(values: URLSearchParams): number {
  const text = values.get('id') ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : -1
}
