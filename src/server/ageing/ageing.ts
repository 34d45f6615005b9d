/** Marks unread entries as read after the number of days that their user has set. */
import { setImmediate as breathe } from 'node:timers/promises'
import { unreadDaysOf, validUnreadDays } from '../../contract/unread-days.ts'
import type { Services } from '../http/routes.ts'
import type { Queues } from '../jobs/runner.ts'
import { ageBatch, ageingSettings } from '../storage/reads/ageing.ts'
import { batches } from '../storage/engine/id-list.ts'
import { feedsById } from '../storage/feeds/feeds-read.ts'
import { subscriptionsOf } from '../storage/lists/subscriptions.ts'
import { addTokenUse } from '../storage/accounts/token-uses.ts'
import type { UndoCall } from '../token-uses/undo.ts'

const HOUR_MS = 3_600_000
/** Maximum number of ids of one undoing call, and of one event, which names them all. */
const IDS_AT_ONCE = 80

type AgeingServices = Pick<Services, 'storage' | 'now' | 'newId' | 'live'>

export const ageingQueue = (services: AgeingServices): Queues => ({
  ageing: { every: HOUR_MS, run: (_job, signal) => ageEntries(services, signal) },
})

/** Records the marks of a feed in the user's log, with their undo. */
export async function ageEntries(services: AgeingServices, signal?: AbortSignal): Promise<void> {
  const { storage } = services
  for (const { userId, values } of await ageingSettings(storage)) {
    const days = {
      byFeed: validUnreadDays(values['feedUnreadDays']),
      byFolder: validUnreadDays(values['folderUnreadDays']),
    }
    for (const { feedId, title, category } of await subscriptionsOf(storage, userId)) {
      if (signal?.aborted) return
      const ofFeed = unreadDaysOf(days, feedId, category)
      if (ofFeed !== null) await ageFeed(services, { userId, feedId, title, days: ofFeed })
      await breathe()
    }
  }
}

type AgedFeed = {
  readonly userId: string
  readonly feedId: string
  /** The user's title of the feed. */
  readonly title: string | null
  readonly days: number
}

async function ageFeed(
  { storage, now, newId, live }: AgeingServices,
  { userId, feedId, title, days }: AgedFeed,
): Promise<void> {
  const ids: string[] = []
  for (;;) {
    const batch = await ageBatch(storage, { userId, feedIds: [feedId], days }, now())
    if (batch.length === 0) break
    ids.push(...batch)
    await breathe()
  }
  if (ids.length === 0) return
  const chunks = batches(ids, IDS_AT_ONCE)
  const name = title ?? (await feedsById(storage, [feedId])).get(feedId)?.title ?? feedId
  await addTokenUse(storage, {
    id: newId(),
    userId,
    tokenId: feedId,
    tokenName: name,
    entrance: 'ageing',
    call: 'reads.mark',
    count: ids.length,
    undo: JSON.stringify(chunks.map((entryIds): UndoCall => ['reads.unmark', { entryIds }])),
    undoneAt: null,
    at: now(),
  })
  for (const entryIds of chunks) live.changed(userId, { call: 'reads.mark', input: { entryIds }, from: null })
}
