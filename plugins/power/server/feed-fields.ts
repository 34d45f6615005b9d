/** What responses say of feeds: who tipped and who boosts them. */
import type { FeedFieldReaders, FeedFields } from '../../../src/plugin-api/server.ts'
import { boostersOf } from './boosts/rows.ts'
import { inWholePower } from './ledger/amount.ts'
import { tippersOf, tipsTo } from './ledger/transactions.ts'
import type { Services } from './services.ts'

/** The latest tippers of a feed are listed. */
const TIPPERS = 20

type Profiles = ReadonlyMap<string, FeedFields['boosters']>

export const feedFields = (services: Services): FeedFieldReaders => ({
  tipUsers: async (feedIds) =>
    withProfiles(services, await tippersOf(services.ledger.storage, feedIds, TIPPERS)),
  boosters: (feedIds) => boosterProfiles(services, feedIds),
  async tipAmount(feedIds) {
    const tips = new Map<string, bigint>()
    for (const { feedId, amount } of await tipsTo(services.ledger.storage, feedIds))
      tips.set(feedId, (tips.get(feedId) ?? 0n) + amount)
    return new Map([...tips].map(([feedId, amount]) => [feedId, inWholePower(amount)]))
  },
})

/** The users who boost some feeds now, by feed. */
export const boosterProfiles = async (services: Services, feedIds: readonly string[]): Promise<Profiles> =>
  withProfiles(services, await boostersOf(services.ledger.storage, feedIds, services.ledger.now()))

/** @param users ids by feed */
async function withProfiles(
  { host }: Services,
  users: ReadonlyMap<string, readonly string[]>,
): Promise<Profiles> {
  const profiles = await host.profiles([...new Set([...users.values()].flat())])
  return new Map([...users].map(([feedId, ids]) => [feedId, ids.flatMap((id) => profiles.get(id) ?? [])]))
}
