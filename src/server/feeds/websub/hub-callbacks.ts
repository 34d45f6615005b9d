/** Requests from hubs (WebSub): verification of intent and pushed content. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { changeSchedule, selectFeeds } from '../../storage/feeds/feed-schedule.ts'
import type { HubRow } from '../../storage/schema.ts'
import { storePush } from '../store/store-push.ts'
import type { Crawl } from '../refresh.ts'
import { leaseUntil, renewalOf } from './request-subscription.ts'

export type HubCallbacks = {
  /** @returns the response body: the challenge, an empty text, or null for an unknown subscription */
  readonly verify: (token: string, params: URLSearchParams) => Promise<string | null>
  /** @returns false when there is no subscription for this token; true also for a push whose signature is invalid */
  readonly push: (token: string, pushed: Push) => Promise<boolean>
}
type Push = {
  readonly body: Uint8Array
  readonly contentType: string | null
  /** X-Hub-Signature */
  readonly signature: string | null
}

const WEEK_MS = 604_800_000
/** A push without content only announces news: the feed is fetched soon, but not more often than this. */
const MIN_INTERVAL_MS = 600_000

export function createHubCallbacks(
  crawl: Pick<
    Crawl,
    'storage' | 'now' | 'newId' | 'turn' | 'read' | 'log' | 'parsing' | 'rulePlugins' | 'secrets'
  >,
): HubCallbacks {
  const { storage, now, log } = crawl
  const { db } = storage
  const rowOf = (token: string) =>
    db.selectFrom('hubs').selectAll().where('token', '=', token).executeTakeFirst()
  const change = (row: HubRow, values: Partial<HubRow>) =>
    db.updateTable('hubs').set(values).where('token', '=', row.token).execute()

  const onSubscribed = async (row: HubRow, params: URLSearchParams): Promise<string | null> => {
    if (row.state === 'ending') return null
    const until = leaseUntil(params.get('hub.lease_seconds'), now())
    const lease = { leaseUntil: until, askAt: renewalOf(until, now()) }
    await change(row, { ...lease, state: 'active', failures: 0, message: null })
    return params.get('hub.challenge')
  }
  const onUnsubscribed = async (row: HubRow, params: URLSearchParams): Promise<string | null> => {
    if (row.state !== 'ending') return null
    await db.deleteFrom('hubs').where('token', '=', row.token).execute()
    return params.get('hub.challenge')
  }
  const onDenied = async (row: HubRow, params: URLSearchParams): Promise<string> => {
    const message = params.get('hub.reason')?.slice(0, 500) ?? 'The hub does not want to tell us'
    await change(row, { state: 'refused', leaseUntil: null, askAt: now() + WEEK_MS, message })
    return ''
  }
  const pushed = async (row: HubRow, { body, contentType }: Push): Promise<void> => {
    const feed = await selectFeeds(db).where('id', '=', row.feedId).executeTakeFirst()
    if (!feed || feed.migrateTo) return
    await change(row, { pushedAt: now() })
    const startedAt = now()
    const document = { bytes: body, contentType, url: feed.url }
    const release = await crawl.turn(document)
    const read = await crawl.read(document, startedAt).finally(release)
    if (read.ok) return void (await storePush(crawl, feed, { read, bytes: body.length, began: startedAt }))
    const earliest = Math.max(now(), (feed.checkedAt ?? 0) + MIN_INTERVAL_MS, feed.waitUntil ?? 0)
    const nextFetchAt = Math.min(feed.nextFetchAt, earliest)
    await changeSchedule(db, feed.id, { nextFetchAt })
  }
  return {
    async verify(token, params) {
      const row = await rowOf(token)
      if (!row || params.get('hub.topic') !== row.topic) return null
      switch (params.get('hub.mode')) {
        case 'subscribe':
          return onSubscribed(row, params)
        case 'unsubscribe':
          return onUnsubscribed(row, params)
        case 'denied':
          return onDenied(row, params)
        default:
          return null
      }
    },
    async push(token, push) {
      const row = await rowOf(token)
      if (!row || row.state === 'ending') return false
      if (row.leaseUntil === null || !isSigned(push.signature, push.body, row.secret)) {
        log.warn('A push without a valid signature of its hub was discarded', {
          feedId: row.feedId,
          hub: row.hub,
        })
        return true
      }
      await pushed(row, push)
      return true
    },
  }
}

/** Whether a push comes from the hub that knows our secret (WebSub 7). */
const METHODS = new Set(['sha1', 'sha256', 'sha384', 'sha512'])

/** @param header X-Hub-Signature: `sha256=…` in hexadecimal digits */
export function isSigned(header: string | null, body: Uint8Array, secret: string): boolean {
  const [, method = '', digits = ''] = /^(sha\d+)=([\da-f]+)$/i.exec(header?.trim() ?? '') ?? []
  if (!METHODS.has(method.toLowerCase())) return false
  const expected = createHmac(method.toLowerCase(), secret).update(body).digest()
  const received = Buffer.from(digits, 'hex')
  return received.length === expected.length && timingSafeEqual(received, expected)
}
