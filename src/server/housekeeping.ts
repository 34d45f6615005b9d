/** Hourly background maintenance of the server. */
import { pruneIdempotency } from './http/idempotency.ts'
import type { Services } from './http/routes.ts'
import { readInTexts } from './storage/entries/entry-texts.ts'
import { pruneLeftovers } from './storage/processes/leftovers.ts'
import { pruneNotices } from './storage/processes/notices.ts'
import { removeAbandonedFeeds } from './storage/feeds/private-feeds.ts'
import { pruneTokenUses } from './storage/accounts/token-uses.ts'
import { pruneUsage } from './storage/accounts/usage.ts'
import type { Storage } from './storage/open.ts'
import type { Queues } from './jobs/runner.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

export const housekeeping = ({
  storage,
  now,
  feeds,
}: Pick<Services, 'storage' | 'now' | 'feeds'>): Queues => ({
  'ask-hubs': { every: MINUTE_MS, run: () => feeds.askHubs() },
  'read-in-texts': { every: MINUTE_MS, run: async () => void (await readInTexts(storage, 2000)) },
  'fetch-transcripts': { every: 10 * MINUTE_MS, run: () => feeds.episodes.fetchNew() },
  // Feeds that have lost their last star, or their last list.
  'prune-abandoned-feeds': { every: HOUR_MS, run: () => removeAbandonedFeeds(storage) },
  'prune-answered': { every: HOUR_MS, run: () => pruneIdempotency(storage, now()) },
  'prune-leftovers': { every: 24 * HOUR_MS, run: () => pruneLeftovers(storage, now()) },
  'prune-notices': { every: HOUR_MS, run: async () => void (await pruneNotices(storage, now())) },
  'prune-token-uses': { every: HOUR_MS, run: () => pruneTokenUses(storage, now()) },
  'prune-usage': { every: HOUR_MS, run: async () => void (await pruneUsage(storage, now())) },
  'prune-sessions': { every: HOUR_MS, run: () => pruneSessions(storage, now()) },
})

/** Expired sessions are refused anyway; this only keeps the table small. */
async function pruneSessions({ db, kind }: Storage, at: number): Promise<void> {
  const time = new Date(at)
  await db
    .deleteFrom('session')
    .where('expiresAt', '<', kind === 'sqlite' ? time.toISOString() : time)
    .execute()
}
