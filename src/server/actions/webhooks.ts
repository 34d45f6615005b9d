/** Deliveries of rules: to webhooks, signed and through the outbound guard, or by plugins. Retried with exponential back-off. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Services } from '../http/routes.ts'
import type { Job } from '../jobs/jobs.ts'
import type { Queues } from '../jobs/runner.ts'
import {
  deliveryById,
  entryForSending,
  recordDelivery,
  secretOf,
  type EntryForSending,
} from '../storage/actions/actions.ts'
import type { WebhookDeliveryRow } from '../storage/schema.ts'
import { addressOfFeed } from '../storage/feeds/feed-requests.ts'
import { isDisabled } from '../storage/accounts/users.ts'
import { DELIVERY_QUEUE } from './queue-names.ts'
import { rewriteEntry } from './rewrite-texts.ts'
import type { RewritableTexts } from './rewrite.ts'

/** Delays double from two seconds to an hour (jobs), so twelve attempts take about two and a half hours. */
const ATTEMPTS = 12
const DISABLED = 'The account was disabled before it was sent'
const MOVED = 'The webhook has moved: its new address has to be entered'

type WebhookServices = Pick<Services, 'storage' | 'now' | 'outbound' | 'secrets' | 'parsing' | 'rulePlugins'>

export const webhookQueue = (services: WebhookServices): Queues => ({
  [DELIVERY_QUEUE]: { concurrency: 8, run: (job, signal) => deliver(services, job, signal) },
})

/** @throws to retry */
async function deliver(services: WebhookServices, job: Job, signal: AbortSignal): Promise<void> {
  const { storage } = services
  const delivery = await deliveryById(storage, (job.payload as { delivery: string }).delivery)
  if (!delivery || delivery.state !== 'waiting') return
  if (await isDisabled(storage, delivery.userId)) {
    const { attempts } = job
    const failed = { state: 'failed', attempts, status: null, message: DISABLED } as const
    return recordDelivery(storage, delivery.id, { ...failed, updatedAt: services.now() })
  }
  if (delivery.plugin === null) await send(services, delivery, job, signal)
  else await doByPlugin(services, { ...delivery, plugin: delivery.plugin }, job, signal)
}

/** @throws to retry */
async function doByPlugin(
  { storage, now, rulePlugins }: WebhookServices,
  { id, userId, entryId, plugin, action, operand }: WebhookDeliveryRow & { readonly plugin: string },
  job: Job,
  signal: AbortSignal,
): Promise<void> {
  const target = { userId, plugin, entryId, signal }
  const outcome = await (action === null
    ? rulePlugins.save(target)
    : rulePlugins.act({ ...target, name: action, value: operand }))
  // A delivery that may have happened is not repeated after the start.
  if (signal.aborted && !outcome.ok && !outcome.mayHaveHappened) throw new Error('The server is stopping')
  const { attempts } = job
  const isOver = outcome.ok || !outcome.isTransient || attempts >= ATTEMPTS
  const words = outcome.ok ? null : JSON.stringify(outcome.words)
  const state = outcome.ok ? 'delivered' : isOver ? 'failed' : 'waiting'
  await recordDelivery(storage, id, { state, attempts, words, updatedAt: now() })
  if (!isOver) throw new Error(`${plugin} did not do it: ${outcome.words.key}`)
}

/** @throws to retry */
async function send(
  { storage, now, outbound, secrets, parsing }: WebhookServices,
  { id, userId, entryId, url }: WebhookDeliveryRow,
  job: Job,
  signal: AbortSignal,
): Promise<void> {
  const row = await entryForSending(storage, userId, entryId)
  const stored = await secretOf(storage, userId)
  if (!row || stored === null) return
  const secret = secrets.open(stored)
  const address = secrets.open(url)
  if (secret === null || address === null) {
    const { attempts } = job
    const message =
      address === null
        ? 'The address was sealed by another server: it has to be entered again'
        : 'The secret that signs was sealed by another server: a new one has to be made'
    await recordDelivery(storage, id, { state: 'failed', attempts, status: null, message, updatedAt: now() })
    return
  }
  const entry = await rewriteEntry(
    parsing.inTurnOf(userId),
    { ...row.entry, content: row.content },
    row.result,
  )
  const body = JSON.stringify(bodyOf(row, entry))
  const answer = await outbound.ask(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...signed(secret, id, Math.floor(now() / 1000), body),
    },
    body,
    signal,
  })
  if (signal.aborted) throw new Error('The server is stopping')
  const status = answer.ok ? answer.status : null
  const moved = answer.ok && answer.bodyDropped
  const done = status !== null && status >= 200 && status < 300 && !moved
  // 410 means the receiver is gone; a refusal of the guard is permanent.
  const hopeless = status === 410 || (!answer.ok && (answer.kind === 'refused' || answer.kind === 'address'))
  const over = !done && (hopeless || job.attempts >= ATTEMPTS)
  const message = done
    ? null
    : moved
      ? MOVED
      : answer.ok
        ? `The webhook answered ${answer.status}`
        : answer.message
  const state = done ? 'delivered' : over ? 'failed' : 'waiting'
  await recordDelivery(storage, id, { state, attempts: job.attempts, status, message, updatedAt: now() })
  if (state === 'waiting') throw new Error(message ?? 'The webhook did not answer')
}

const iso = (ms: number): string => new Date(ms).toISOString()
const listOf = (json: string | null): unknown => (json === null ? null : JSON.parse(json))

/** The request body (wire-contract 12). @param texts as the user's rules rewrite them */
function bodyOf(
  { entry, feed, view }: Pick<EntryForSending, 'entry' | 'feed' | 'view'>,
  { title, description, content }: RewritableTexts,
) {
  return {
    entry: {
      id: entry.id,
      feedId: entry.feedId,
      guid: entry.guid,
      publishedAt: iso(entry.publishedAt),
      insertedAt: iso(entry.insertedAt),
      title,
      description,
      content,
      author: entry.author,
      url: entry.url,
      media: listOf(entry.media),
    },
    feed: {
      url: addressOfFeed(feed.url),
      siteUrl: feed.siteUrl ?? '',
      id: feed.id,
      title: feed.title,
      description: feed.description,
      image: feed.image,
      ownerUserId: feed.ownerUserId,
      language: feed.language,
      checkedAt: iso(feed.checkedAt ?? feed.createdAt),
      ttl: feed.ttlMinutes,
      lastModifiedHeader: feed.lastModified,
      etagHeader: feed.etag,
      errorMessage: null,
      errorAt: null,
    },
    view,
  }
}

/** Signs webhook requests as specified by the Standard Webhooks specification (standardwebhooks.com). */
const PREFIX = 'whsec_'

export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`

/** @param at seconds since 1970 @returns the three headers that a receiver checks */
export function signed(secret: string, id: string, at: number, body: string): Record<string, string> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${signature}` }
}
