/** What comes into an inbox passes its owner's rules as the news of a feed do. */
import type { Log } from '../log.ts'
import { storeArrival, type Arrival } from '../storage/inboxes.ts'
import type { Storage } from '../storage/open.ts'
import type { InboxRow } from '../storage/schema.ts'
import { judgeArrivals } from './arrivals.ts'
import { storeVerdicts } from './verdicts.ts'

type Given = {
  readonly storage: Storage
  readonly log: Log
  readonly now: () => number
  readonly newId: () => string
}

/** @returns whether it is a new one */
export async function putIntoInbox(
  { storage, log, now, newId }: Given,
  inbox: InboxRow,
  arrival: Arrival,
): Promise<boolean> {
  const { feedId } = inbox
  const feed = await storage.db.selectFrom('feeds').selectAll().where('id', '=', feedId).executeTakeFirst()
  const verdicts = feed ? await judgeArrivals({ storage, log }, feed, [arrival.draft]) : []
  const at = now()
  return storeArrival(storage, inbox, arrival, {
    now: at,
    newId,
    also: (db) => storeVerdicts(db, verdicts, { storage, feedId, now: at, newId }),
  })
}
