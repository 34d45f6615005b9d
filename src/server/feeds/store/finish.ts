/** What a fetch leaves behind: the feed's state and one row of its history, ten kept. */
import { idList } from '../../storage/id-list.ts'
import type { Storage } from '../../storage/open.ts'
import type { FeedFetchRow, FeedRow } from '../../storage/schema.ts'
import { runKept, type Library } from './kept-statements.ts'

const HISTORY = 10
export type Finished = {
  readonly feedId: string
  readonly state: Partial<FeedRow>
  readonly fetch: FeedFetchRow
}

/** Must run inside a transaction, with whatever else the fetch brought. Gives the feed's lease back. */
export async function finish(library: Library, list: readonly Finished[]): Promise<void> {
  const { db, kind } = library
  for (const { feedId, state } of list) await remember(library, feedId, state)
  await db
    .insertInto('feedFetches')
    .values(list.map(({ fetch }) => fetch))
    .execute()
  const feedIds = list.map(({ feedId }) => feedId)
  await db
    .deleteFrom('feedFetches')
    .where('feedId', 'in', idList(kind, feedIds))
    .where('at', '<', (expression) =>
      expression
        .selectFrom('feedFetches as kept')
        .select('kept.at')
        .whereRef('kept.feedId', '=', 'feedFetches.feedId')
        .orderBy('kept.at', 'desc')
        .limit(1)
        .offset(HISTORY - 1),
    )
    .execute()
}

function remember(library: Library, feedId: string, state: Partial<FeedRow>) {
  const set = { ...state, lease: 0 }
  return runKept(
    library,
    `feeds ${Object.keys(set).join(' ')}`,
    () => library.db.updateTable('feeds').set(set).where('id', '=', feedId),
    [...Object.values(set), feedId],
  )
}

/**
 * Most fetches bring nothing. Their rows are written together, so that a crawl of quiet feeds is a few transactions.
 * What a crash keeps from being written is fetched again: the lease is still on it.
 */
export function createQuietFinish(storage: Storage, wait = 50): (finished: Finished) => Promise<void> {
  let waiting: Finished[] = []
  let next: Promise<void> | null = null
  const flush = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, wait))
    const list = waiting
    waiting = []
    next = null
    await storage.db.transaction().execute((db) => finish({ db, kind: storage.kind }, list))
  }
  return (finished) => {
    waiting.push(finished)
    return (next ??= flush())
  }
}
