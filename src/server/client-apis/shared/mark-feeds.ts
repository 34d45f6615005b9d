import type { Contract } from './contract.ts'
import type { SubscribedFeeds } from './library.ts'

/** Marks all entries of some feeds read; an inbox has a call of its own. @param insertedBefore ms, exclusive */
export async function markFeedsRead(
  contract: Contract,
  feeds: readonly SubscribedFeeds[],
  insertedBefore: number | undefined,
): Promise<void> {
  const feedIdList = feeds.flatMap(({ isInbox, feed }) => (isInbox ? [] : [feed.id]))
  if (feedIdList.length > 0) await contract('reads.markAll', { feedIdList, insertedBefore })
  for (const { isInbox, countKey } of feeds)
    if (isInbox) await contract('reads.markAll', { inboxId: countKey, insertedBefore })
}
