/** Fields of feeds that plugins fill. */
import type { Feed } from '../../contract/shapes.ts'
import type { FeedFieldReaders, FeedFields } from '../../plugin-api/server.ts'

export type FeedFieldsHolder = {
  /** By feed; empty where no plugin fills the field. */
  readonly read: <F extends keyof FeedFields>(
    field: F,
    feedIds: readonly string[],
  ) => Promise<ReadonlyMap<string, FeedFields[F]>>
  /** The plugin host provides them when it starts. */
  readonly provide: (readers: FeedFieldReaders) => void
}

export function createFeedFields(): FeedFieldsHolder {
  const all: { -readonly [F in keyof FeedFieldReaders]: FeedFieldReaders[F] } = {}
  return {
    read: async (field, feedIds) =>
      feedIds.length === 0 ? new Map() : ((await all[field]?.(feedIds)) ?? new Map()),
    provide: (readers) => void Object.assign(all, readers),
  }
}

/** Previews of feeds and all timeline rows name the latest tippers. */
export async function withTippers(
  fields: FeedFieldsHolder,
  feeds: ReadonlyMap<string, Feed>,
): Promise<ReadonlyMap<string, Feed>> {
  const tippers = await fields.read('tipUsers', [...feeds.keys()])
  if (tippers.size === 0) return feeds
  return new Map(
    [...feeds].map(([id, feed]) => {
      const tipUsers = tippers.get(id)
      return [id, tipUsers ? { ...feed, tipUsers: [...tipUsers] } : feed]
    }),
  )
}
