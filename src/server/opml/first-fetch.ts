/** The fetch that follows an import: one job per line, so that a restart loses none and a slow site delays no other. */
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/routes.ts'
import type { Queues } from '../jobs/runner.ts'
import { feedsById } from '../storage/feeds/feeds-read.ts'
import {
  endIfDone,
  finishLine,
  FIRST_FETCH_QUEUE,
  unfinishedLine,
  type FirstFetch,
} from '../storage/lists/imports.ts'

/** How many lines of imports are fetched at once; the outbound queues limit requests per site. */
const AT_ONCE = 8
const ATTEMPTS = 5

/** The queue of imported lines, for the runner of jobs. */
export const firstFetches = (services: Services): Queues => ({
  [FIRST_FETCH_QUEUE]: {
    concurrency: AT_ONCE,
    run: ({ payload, attempts }) => firstFetch(services, payload as FirstFetch, attempts),
  },
})

/** Fetches the feed of a line and stores the outcome. The subscription stays either way. */
async function firstFetch(
  services: Services,
  { importId, line, feedId }: FirstFetch,
  attempts: number,
): Promise<void> {
  const { storage } = services
  const importedAt = await unfinishedLine(storage, importId, line)
  // The process that stored the outcome may have crashed before it reported the import as complete.
  if (importedAt === null) return endIfDone(storage, importId, line)
  const feed = (await feedsById(storage, [feedId])).get(feedId)
  const fetched = feed?.checkedAt !== null && feed !== undefined && feed.checkedAt >= importedAt
  const reason = fetched ? feed.errorMessage : await fetchNow(services, feedId, attempts)
  await finishLine(storage, { importId, line }, reason)
}

/** @returns an error message, or null */
async function fetchNow({ feeds, log }: Services, feedId: string, attempts: number): Promise<string | null> {
  try {
    const { outcome, message } = await feeds.refresh(feedId)
    if (outcome === 'failed') return message ?? 'The feed could not be fetched.'
    return outcome === 'gone' ? (message ?? 'The feed no longer exists.') : null
  } catch (error) {
    if (error instanceof Refusal) return error.reason ?? error.message
    // An interrupted fetch or a busy database is not the feed's failure: the job is retried.
    if (attempts < ATTEMPTS) throw error
    log.error('An imported feed cannot be fetched', { feedId, error })
    return 'The feed could not be fetched; it will be tried again.'
  }
}
