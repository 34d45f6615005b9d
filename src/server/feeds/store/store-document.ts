/** Stores whole documents. */
import { setImmediate as breathe } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { evaluateRules, type RuleResult } from '../../actions/evaluate-rules.ts'
import { storeRuleResults } from '../../actions/store-rule-results.ts'
import type { FeedFetchRow, FeedRow, Schema } from '../../storage/schema.ts'
import type { Document } from '../fetch/fetch-feed.ts'
import type { Pipeline } from '../pipeline.ts'
import type { Read } from '../read-document.ts'
import { afterDocument, afterUnchanged, paceOf } from '../schedule/next.ts'
import { finish, type Finished } from './finish.ts'
import { moveFeed } from './move-feed.ts'
import { storePageText } from './page-texts.ts'
import { emptyAmong, storeEntries } from './store-entries.ts'

/**
 * @property began when the fetch began, ms
 * @property wishes requested intervals until the next fetch, in minutes
 */
export type Fetch = {
  readonly feed: FeedRow
  readonly document: Document
  readonly read: Read
  readonly began: number
  readonly minimumWaits?: readonly (number | null)[]
}
type Judged = Fetch & { readonly verdicts: readonly RuleResult[] }

/** In one transaction: all are stored, or none. @returns the rows of the feeds' histories, in the same order */
export async function storeDocuments(
  pipeline: Pipeline,
  list: readonly Fetch[],
): Promise<readonly FeedFetchRow[]> {
  const judged: Judged[] = []
  for (const one of list)
    judged.push({ ...one, verdicts: await evaluateRules(pipeline, one.feed, one.read.entries) })
  const { db, kind } = pipeline.storage
  return db.transaction().execute(async (trx) => {
    const finished: Finished[] = []
    // A feed that was never read may have no entries; then no lookup is needed.
    const unread = judged.filter(({ feed }) => feed.checkedAt === null).map(({ feed }) => feed.id)
    const empty = await emptyAmong({ db: trx, kind }, unread)
    for (const one of judged) {
      // Other requests run meanwhile.
      if (finished.length > 0) await breathe()
      finished.push(await write(pipeline, trx, one, empty.delete(one.feed.id)))
    }
    await finish({ db: trx, kind }, finished)
    return finished.map(({ fetch }) => fetch)
  })
}

/** Must run inside a transaction. @returns the new state of the feed */
async function write(
  { storage, now, newId, share, secrets }: Pipeline,
  db: Transaction<Schema>,
  { feed, document, read, began, minimumWaits = [], verdicts }: Judged,
  isEmpty: boolean,
): Promise<Finished> {
  const at = now()
  const { movedTo, ignoresEdits = false } = document
  const followsChanges = document.page?.changes === true
  const to = { feedId: feed.id, isEmpty, ignoresEdits, followsChanges, kind: storage.kind, now: at, newId }
  const moves = movedTo !== null && movedTo !== feed.url && /^https?:/.test(feed.url)
  const home = moves ? await moveFeed(db, feed, movedTo) : feed
  const joined = home.id !== feed.id
  const stored = joined ? { added: 0, changed: 0 } : await storeEntries(db, read.entries, to)
  if (read.pageText !== undefined) await storePageText(db, { feedId: feed.id, text: read.pageText, now: at })
  if (!joined) await storeRuleResults(db, verdicts, { storage, feedId: feed.id, now: at, newId, secrets })
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
  const hints = { ...feed, quietTimes, ttlMinutes: read.feed.ttlMinutes }
  const pace = paceOf(hints, {
    now: at,
    share: share(feed.id),
    minimumWaits: [document.freshMinutes, ...minimumWaits],
  })
  const state: Partial<FeedRow> = joined
    ? { checkedAt: at }
    : {
        ...read.feed,
        title: read.feed.title ?? feed.title,
        // The site's icon, for a feed without a picture.
        image: read.feed.image ?? feed.image,
        etag: document.etag,
        lastModified: document.lastModified,
        bodyHash: document.bodyHash,
        checkedAt: at,
        updatedAt: at,
        nextFetchAt: followsChanges
          ? afterUnchanged(pace, null)
          : afterDocument(
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
  return { feedId: feed.id, state, fetch }
}
