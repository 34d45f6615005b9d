/** The feed module as the server has it, fetching from sites on the loopback. */
import { createFeeds, type Feeds, type FeedServices } from '../../src/server/feeds/index.ts'
import { createLog } from '../../src/server/log.ts'
import type { Storage } from '../../src/server/storage/open.ts'
import { createParsing } from '../../src/server/parsing/parsing.ts'
import { testId } from './storage.ts'

/** @param more what the test has otherwise */
export function loopbackFeeds(storage: Storage, now: () => number, more: Partial<FeedServices> = {}): Feeds {
  // A busy machine does not fail a test.
  const parsing = more.parsing ?? createParsing({ timeMs: 60_000 })
  const feeds = createFeeds({
    config: { PUBLIC_URL: '', FETCHER_URL: '', FETCH_ALLOW: ['127.0.0.1'] },
    storage,
    log: createLog('silent'),
    now,
    newId: testId,
    secrets: { open: (secret) => secret, close: (secret) => secret },
    share: () => 0,
    ...more,
    parsing,
  })
  const stop = async () => {
    await feeds.stop()
    if (!more.parsing) await parsing.close()
  }
  return { ...feeds, stop }
}
