/** Keeps subscriptions at hubs: begun when a feed offers one, renewed before they end, ended when nobody follows. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { isFollowed } from '../../storage/feeds-read.ts'
import type { FeedRow, HubRow } from '../../storage/schema.ts'
import type { Pipeline } from '../pipeline.ts'
import type { Due } from '../schedule/claim.ts'
import { requestSubscription } from './request-subscription.ts'
import { renewSubscription } from './lease.ts'
import type { HubLinks } from './hub-links.ts'

export type Hubs = {
  /** What the schedule may wait for a feed whose hub tells of its news, in minutes; null for all others. */
  readonly minutes: (feed: Due) => Promise<number | null>
  /** Hears of every document that was fetched, and of what its feed offers. Never throws. */
  readonly polled: (feed: Due, offer: HubLinks | null, newEntries: number) => Promise<void>
  /** Asks the hubs that are to be asked now. */
  readonly round: () => Promise<void>
}

/** Pushes can be lost, so that feeds are still asked: twice a day. */
const PUSHED_MINUTES = 720
const AT_ONCE = 50
const DAY_MS = 86_400_000
/** How long a hub may take to confirm that it forgets us. */
const ENDING_MS = 3_600_000

/** Does nothing at all where PUBLIC_URL is not set: no hub could reach us. */
export function createHubs(pipeline: Pipeline): Hubs {
  const { storage, config, outbound, now, log } = pipeline
  const { db } = storage
  const isOn = config.PUBLIC_URL !== ''

  const rowOf = async ({ id, hasHub }: Due) =>
    hasHub === 0 ? undefined : db.selectFrom('hubs').selectAll().where('feedId', '=', id).executeTakeFirst()
  const change = (feedId: string, to: Partial<HubRow>) =>
    db.updateTable('hubs').set(to).where('feedId', '=', feedId).execute()

  const begin = async (feed: FeedRow, { hub, topic }: HubLinks): Promise<void> => {
    const fresh: HubRow = {
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
      .values(fresh)
      .onConflict((on) => on.column('feedId').doUpdateSet(fresh))
      .execute()
  }
  const subscribe = async (row: HubRow): Promise<void> => {
    // Before the request: a hub may verify while we wait for its answer, and what that writes must stay.
    await change(row.feedId, {
      askAt: renewSubscription(row.failures + 1, now()),
      failures: row.failures + 1,
    })
    const refused = await requestSubscription(outbound, row, 'subscribe', callbackOf(config.PUBLIC_URL, row))
    if (refused) await change(row.feedId, { message: refused })
  }
  const end = async (row: HubRow): Promise<void> => {
    if (row.state === 'ending' || row.leaseUntil === null)
      return void (await db.deleteFrom('hubs').where('feedId', '=', row.feedId).execute())
    await change(row.feedId, { state: 'ending', askAt: now() + ENDING_MS })
    await requestSubscription(outbound, row, 'unsubscribe', callbackOf(config.PUBLIC_URL, row))
  }
  const due = () =>
    db
      .selectFrom('hubs')
      .innerJoin('feeds', 'feeds.id', 'hubs.feedId')
      .selectAll('hubs')
      .select(sql<number>`(feeds.gone = 0 and ${followed})`.as('isWanted'))
      .where(({ eb, or, and, not }) =>
        or([
          eb('hubs.askAt', '<=', now()),
          and([eb('hubs.state', '!=', 'ending'), or([eb('feeds.gone', '=', 1), not(followed)])]),
        ]),
      )
      .orderBy('hubs.askAt')
      .limit(AT_ONCE)
      .execute()

  const observed = async (feed: Due, offer: HubLinks | null, newEntries: number): Promise<void> => {
    const row = await rowOf(feed)
    const topic = offer?.topic ?? feed.url
    if (!offer) return row && row.state !== 'ending' ? end(row) : undefined
    if (!row || row.hub !== offer.hub || row.topic !== topic) return begin(feed, offer)
    // News that the hub kept to itself: it is not to be relied on before it has promised anew.
    const missed = row.state === 'active' && newEntries > 0 && now() - (row.pushedAt ?? 0) > DAY_MS
    if (missed) await change(feed.id, { state: 'asked', askAt: now() + DAY_MS })
  }
  return {
    async minutes(feed) {
      const row = isOn ? await rowOf(feed) : undefined
      return row?.state === 'active' && (row.leaseUntil ?? 0) > now() ? PUSHED_MINUTES : null
    },
    async polled(feed, offer, newEntries) {
      if (!isOn) return
      await observed(feed, offer, newEntries).catch((cause: unknown) =>
        log.error('What a feed offers cannot be kept', { feedId: feed.id, cause }),
      )
    },
    async round() {
      if (!isOn) return
      const rows = await due()
      await Promise.all(
        rows.map((row) => (row.state !== 'ending' && row.isWanted ? subscribe(row) : end(row))),
      )
    },
  }
}

const followed = isFollowed(sql`hubs."feedId"`)

/** @param publicUrl PUBLIC_URL */
const callbackOf = (publicUrl: string, { token }: Pick<HubRow, 'token'>): string =>
  `${publicUrl.replace(/\/$/, '')}/websub/${token}`
