/** A whole document into the library, in one transaction. */
import { judgeArrivals } from '../../actions/arrivals.ts'
import { storeVerdicts } from '../../actions/verdicts.ts'
import type { FeedFetchRow, FeedRow } from '../../storage/schema.ts'
import type { EntryDraft, FeedDraft } from '../draft.ts'
import type { Document } from '../fetch/fetch-feed.ts'
import type { Pipeline } from '../pipeline.ts'
import { afterDocument, paceOf } from '../schedule/next.ts'
import type { Offer } from '../websub/offer.ts'
import { finish } from './finish.ts'
import { moveFeed } from './move-feed.ts'
import { storeEntries } from './store-entries.ts'

export type Read = {
  readonly feed: FeedDraft
  readonly entries: readonly EntryDraft[]
  /** When the feed does not want to be asked, as stored. */
  readonly quietTimes: string | null
  /** Who would tell us of its news. */
  readonly offer: Offer | null
}

type Fetch = {
  readonly document: Document
  readonly read: Read
  readonly began: number
  readonly wishes?: readonly (number | null)[]
}

/** @param began when the fetch began, ms @param wishes for the next fetch, in minutes @returns the row of the feed's history */
export async function storeDocument(
  pipeline: Pipeline,
  feed: FeedRow,
  { document, read, began, wishes = [] }: Fetch,
): Promise<FeedFetchRow> {
  const { storage, now, newId, share } = pipeline
  const verdicts = await judgeArrivals(pipeline, feed, read.entries)
  return storage.db.transaction().execute(async (db) => {
    const at = now()
    const { movedTo } = document
    const moves = movedTo !== null && movedTo !== feed.url && /^https?:/.test(feed.url)
    const home = moves ? await moveFeed(db, feed, movedTo) : feed
    const joined = home.id !== feed.id
    const stored = joined
      ? { added: 0, changed: 0 }
      : await storeEntries(db, read.entries, { feedId: feed.id, now: at, newId })
    if (!joined) await storeVerdicts(db, verdicts, { storage, feedId: feed.id, now: at, newId })
    const fetch: FeedFetchRow = {
      feedId: feed.id,
      at,
      status: document.status,
      outcome: moves ? 'moved' : 'stored',
      message: moves ? `The feed moved to ${movedTo}` : null,
      newEntries: stored.added,
      bytes: document.wireBytes,
      milliseconds: Math.max(0, at - began),
    }
    const { quietTimes } = read
    const said = { ...feed, quietTimes, ttlMinutes: read.feed.ttlMinutes }
    const pace = paceOf(said, { now: at, share: share(feed.id), wishes: [document.freshMinutes, ...wishes] })
    const state: Partial<FeedRow> = joined
      ? { checkedAt: at }
      : {
          ...read.feed,
          title: read.feed.title ?? feed.title,
          // The site's icon, for a feed that brings no picture.
          image: read.feed.image ?? feed.image,
          etag: document.etag,
          lastModified: document.lastModified,
          bodyHash: document.bodyHash,
          checkedAt: at,
          updatedAt: at,
          nextFetchAt: afterDocument(
            pace,
            read.entries.map(({ publishedAt }) => publishedAt),
          ),
          quietTimes,
          waitUntil: null,
          errorMessage: null,
          errorAt: null,
          failures: 0,
          gone: 0,
        }
    await finish(db, [{ feedId: feed.id, state, fetch }])
    return fetch
  })
}
