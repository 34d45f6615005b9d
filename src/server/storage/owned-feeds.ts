import type { Storage } from './open.ts'
import type { FeedRow } from './schema.ts'

/** The feeds that a user has claimed, oldest first. */
export const feedsOwnedBy = ({ db }: Storage, userId: string): Promise<FeedRow[]> =>
  db
    .selectFrom('feeds')
    .selectAll()
    .where('ownerUserId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
