/** Manages subscriptions at hubs: created when a feed declares a hub, renewed before they expire, ended without subscribers. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { FeedRow, HubRow } from '../../storage/schema.ts'
import type { Pipeline } from '../pipeline.ts'
import type { Due } from '../../storage/feeds/feed-schedule.ts'
import { requestSubscription, renewSubscription } from './request-subscription.ts'
import type { HubLinks } from './hub-links.ts'

export type Hubs = {
  /** Minutes that the schedule may wait for a feed with an active hub; null for others. */
  readonly minutes: (feed: Due) => Promise<number | null>
  /** Receives the hub links of every fetched document. Never throws. */
  readonly polled: (feed: Due, offer: HubLinks | null, newEntries: number) => Promise<void>
  /** Sends the due requests to hubs. */
  readonly round: () => Promise<void>
}

/** Pushes can be lost, so feeds with a hub are still fetched twice a day. */
const PUSHED_MINUTES = 720
const BATCH_SIZE = 50
const DAY_MS = 86_400_000
/** Time for a hub to confirm an unsubscription. */
const ENDING_MS = 3_600_000

/** Inactive without PUBLIC_URL, because no hub could reach the server. */
export function createHubs(pipeline: Pipeline): Hubs {
  const { storage, config, outbound, now, log } = pipeline
  const { db } = storage
  const isEnabled = config.PUBLIC_URL !== ''

  const rowOf = async ({ id, hasHub }: Due) =>
    hasHub === 0 ? undefined : db.selectFrom('hubs').selectAll().where('feedId', '=', id).executeTakeFirst()
  const change = (feedId: string, values: Partial<HubRow>) =>
    db.updateTable('hubs').set(values).where('feedId', '=', feedId).execute()

  const insertHub = async (feed: FeedRow, { hub, topic }: HubLinks): Promise<void> => {
    const newRow: HubRow = {
      feedId: feed.id,
      hub,
      topic: topic ?? feed.url,
      token: randomBytes(24).toString('base64url'),
      secret: randomBytes(32).toString('base64url'),
      state: 'asked',
      leaseUntil: null,
      pushedAt: null,
      askAt: now(),
      failures: 0,
      message: null,
    }
    await db
      .insertInto('hubs')
      .values(newRow)
      .onConflict((on) => on.column('feedId').doUpdateSet(newRow))
      .execute()
  }
  const subscribe = async (row: HubRow): Promise<void> => {
    // Before the request: a hub may verify before it responds, and that update must not be overwritten.
    await change(row.feedId, {
      askAt: renewSubscription(row.failures + 1, now()),
      failures: row.failures + 1,
    })
    const refusal = await requestSubscription(outbound, row, 'subscribe', callbackOf(config.PUBLIC_URL, row))
    if (refusal) await change(row.feedId, { message: refusal })
  }
  const unsubscribe = async (row: HubRow): Promise<void> => {
    if (row.state === 'ending' || row.leaseUntil === null)
      return void (await db.deleteFrom('hubs').where('feedId', '=', row.feedId).execute())
    await change(row.feedId, { state: 'ending', askAt: now() + ENDING_MS })
    await requestSubscription(outbound, row, 'unsubscribe', callbackOf(config.PUBLIC_URL, row))
  }
  const due = () =>
    db
      .selectFrom('hubs')
      .innerJoin('feedSchedule as feed', 'feed.feedId', 'hubs.feedId')
      .selectAll('hubs')
      .select(sql<number>`(feed.gone = 0 and feed.followed = 1)`.as('isWanted'))
      .where(({ eb, or, and }) =>
        or([
          eb('hubs.askAt', '<=', now()),
          and([eb('hubs.state', '!=', 'ending'), or([eb('feed.gone', '=', 1), eb('feed.followed', '=', 0)])]),
        ]),
      )
      .orderBy('hubs.askAt')
      .limit(BATCH_SIZE)
      .execute()

  const updateHub = async (feed: Due, offer: HubLinks | null, newEntries: number): Promise<void> => {
    const row = await rowOf(feed)
    const topic = offer?.topic ?? feed.url
    if (!offer) return row && row.state !== 'ending' ? unsubscribe(row) : undefined
    if (!row || row.hub !== offer.hub || row.topic !== topic) return insertHub(feed, offer)
    // The hub missed entries: do not rely on it until it confirms again.
    const hasMissedEntries = row.state === 'active' && newEntries > 0 && now() - (row.pushedAt ?? 0) > DAY_MS
    if (hasMissedEntries) await change(feed.id, { state: 'asked', askAt: now() + DAY_MS })
  }
  return {
    async minutes(feed) {
      const row = isEnabled ? await rowOf(feed) : undefined
      return row?.state === 'active' && (row.leaseUntil ?? 0) > now() ? PUSHED_MINUTES : null
    },
    async polled(feed, offer, newEntries) {
      if (!isEnabled) return
      await updateHub(feed, offer, newEntries).catch((cause: unknown) =>
        log.error('The hub of a feed could not be stored', { feedId: feed.id, cause }),
      )
    },
    async round() {
      if (!isEnabled) return
      const rows = await due()
      await Promise.all(
        rows.map((row) => (row.state !== 'ending' && row.isWanted ? subscribe(row) : unsubscribe(row))),
      )
    },
  }
}

/** @param publicUrl PUBLIC_URL */
const callbackOf = (publicUrl: string, { token }: Pick<HubRow, 'token'>): string =>
  `${publicUrl.replace(/\/$/, '')}/websub/${token}`
