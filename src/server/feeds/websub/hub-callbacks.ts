/** What hubs say to us: whether they are to tell us, and what is new. */
import type { HubRow } from '../../storage/schema.ts'
import { storePush } from '../store/store-push.ts'
import type { Crawl } from '../refresh.ts'
import { leaseUntil, renewalOf } from './lease.ts'
import { isSigned } from './signature.ts'

export type HubCallbacks = {
  /** @returns what to answer: the challenge, an empty text, or null for a hub that we have not asked */
  readonly verify: (token: string, said: URLSearchParams) => Promise<string | null>
  /** @returns false when nobody wants pushes at this address (any more); true also for one that is not believed */
  readonly push: (token: string, pushed: Push) => Promise<boolean>
}
export type Push = {
  readonly body: Uint8Array
  readonly contentType: string | null
  /** X-Hub-Signature */
  readonly signature: string | null
}

const WEEK_MS = 604_800_000
/** A push without words only says that there is news: the feed is asked soon, but not by every such push. */
const SOONEST_MS = 600_000

export function createHubCallbacks(
  crawl: Pick<Crawl, 'storage' | 'now' | 'newId' | 'turn' | 'read' | 'log'>,
): HubCallbacks {
  const { storage, now, log } = crawl
  const { db } = storage
  const rowOf = (token: string) =>
    db.selectFrom('hubs').selectAll().where('token', '=', token).executeTakeFirst()
  const change = (row: HubRow, to: Partial<HubRow>) =>
    db.updateTable('hubs').set(to).where('token', '=', row.token).execute()

  const agreed = async (row: HubRow, said: URLSearchParams): Promise<string | null> => {
    if (row.state === 'ending') return null
    const until = leaseUntil(said.get('hub.lease_seconds'), now())
    const lease = { leaseUntil: until, askAt: renewalOf(until, now()) }
    await change(row, { ...lease, state: 'active', failures: 0, message: null })
    return said.get('hub.challenge')
  }
  const ended = async (row: HubRow, said: URLSearchParams): Promise<string | null> => {
    if (row.state !== 'ending') return null
    await db.deleteFrom('hubs').where('token', '=', row.token).execute()
    return said.get('hub.challenge')
  }
  const denied = async (row: HubRow, said: URLSearchParams): Promise<string> => {
    const message = said.get('hub.reason')?.slice(0, 500) ?? 'The hub does not want to tell us'
    await change(row, { state: 'refused', leaseUntil: null, askAt: now() + WEEK_MS, message })
    return ''
  }
  const pushed = async (row: HubRow, { body, contentType }: Push): Promise<void> => {
    const feed = await db.selectFrom('feeds').selectAll().where('id', '=', row.feedId).executeTakeFirst()
    if (!feed || feed.migrateTo) return
    await change(row, { pushedAt: now() })
    const began = now()
    const document = { bytes: body, contentType, url: feed.url }
    const leave = await crawl.turn(document)
    const read = await crawl.read(document, began).finally(leave)
    if (read.ok) return void (await storePush(crawl, feed, { read, bytes: body.length, began }))
    const soon = Math.max(now(), (feed.checkedAt ?? 0) + SOONEST_MS, feed.waitUntil ?? 0)
    const nextFetchAt = Math.min(feed.nextFetchAt, soon)
    await db.updateTable('feeds').set({ nextFetchAt }).where('id', '=', feed.id).execute()
  }
  return {
    async verify(token, said) {
      const row = await rowOf(token)
      if (!row || said.get('hub.topic') !== row.topic) return null
      switch (said.get('hub.mode')) {
        case 'subscribe':
          return agreed(row, said)
        case 'unsubscribe':
          return ended(row, said)
        case 'denied':
          return denied(row, said)
        default:
          return null
      }
    },
    async push(token, push) {
      const row = await rowOf(token)
      if (!row || row.state === 'ending') return false
      if (row.leaseUntil === null || !isSigned(push.signature, push.body, row.secret)) {
        log.warn('A push that is not signed by its hub was thrown away', { feedId: row.feedId, hub: row.hub })
        return true
      }
      await pushed(row, push)
      return true
    },
  }
}
