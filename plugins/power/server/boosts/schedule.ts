/** Brings the next fetch of boosted feeds forward. */
import type { Services } from '../services.ts'
import { boostLevelOf } from './levels.ts'
import { boostedFeeds } from './rows.ts'

/** Feeds that fail, or that declare their own fetch times, keep their schedule. */
export async function scheduleBoosted({ host, ledger }: Pick<Services, 'host' | 'ledger'>): Promise<void> {
  const byMinutes = Map.groupBy(
    await boostedFeeds(ledger.storage, ledger.now()),
    ({ people }) => boostLevelOf(people).minutes,
  )
  for (const [minutes, feeds] of byMinutes)
    await host.fetchEvery(
      minutes,
      feeds.map(({ feedId }) => feedId),
    )
}
