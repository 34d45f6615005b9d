/** Sends entries to the webhooks of their readers: signed, again and again with growing waits, through the guard. */
import type { Services } from '../http/routes.ts'
import type { Job } from '../jobs/jobs.ts'
import type { Queues } from '../jobs/runner.ts'
import {
  deliveryById,
  entryForSending,
  recordDelivery,
  secretOf,
  type EntryForSending,
} from '../storage/actions.ts'
import { DELIVERY_QUEUE } from './queue-names.ts'
import { rewritten } from './rewrite.ts'
import { rewriteContent } from './rewrite-content.ts'
import { signed } from './signature.ts'

/** Waits double from two seconds to an hour (jobs), so twelve tries take about two and a half hours. */
export const ATTEMPTS = 12
const MOVED = 'The webhook has moved: its new address has to be entered'

type Given = Pick<Services, 'storage' | 'now' | 'outbound' | 'secrets' | 'parsing'>

export const webhookQueue = (given: Given): Queues => ({
  [DELIVERY_QUEUE]: { concurrency: 8, run: (job, signal) => deliver(given, job, signal) },
})

/** @throws when it has to be tried again */
async function deliver(
  { storage, now, outbound, secrets, parsing }: Given,
  job: Job,
  signal: AbortSignal,
): Promise<void> {
  const delivery = await deliveryById(storage, (job.payload as { delivery: string }).delivery)
  if (!delivery || delivery.state !== 'waiting') return
  const { id, userId, entryId, url } = delivery
  const found = await entryForSending(storage, userId, entryId)
  const stored = await secretOf(storage, userId)
  if (!found || stored === null) return
  const secret = secrets.open(stored)
  if (secret === null) {
    const { attempts } = job
    const message = 'The secret that signs was sealed by another server: a new one has to be made'
    await recordDelivery(storage, id, { state: 'failed', attempts, status: null, message, updatedAt: now() })
    return
  }
  const content = await rewriteContent(parsing, found.content, found.result)
  const body = JSON.stringify(bodyOf({ ...found, content }))
  const answer = await outbound.ask(url, {
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
  // 410 says that nobody wants it any more; what the guard refuses today it refuses tomorrow.
  const hopeless = status === 410 || (!answer.ok && (answer.kind === 'refused' || answer.kind === 'address'))
  const over = !done && (hopeless || job.attempts >= ATTEMPTS)
  const message = done
    ? null
    : moved
      ? MOVED
      : answer.ok
        ? `The webhook answered ${answer.status}`
        : answer.words
  const state = done ? 'delivered' : over ? 'failed' : 'waiting'
  await recordDelivery(storage, id, { state, attempts: job.attempts, status, message, updatedAt: now() })
  if (state === 'waiting') throw new Error(message ?? 'The webhook did not answer')
}

const iso = (ms: number): string => new Date(ms).toISOString()
const listOf = (json: string | null): unknown => (json === null ? null : JSON.parse(json))

/** What is sent (wire-contract 12). The reader's own rewriting holds here too: `content` comes rewritten. */
export function bodyOf({ entry: stored, feed, content, result, view }: EntryForSending) {
  const entry = rewritten(stored, result)
  return {
    entry: {
      id: entry.id,
      feedId: entry.feedId,
      guid: entry.guid,
      publishedAt: iso(entry.publishedAt),
      insertedAt: iso(entry.insertedAt),
      title: entry.title,
      description: entry.description,
      content,
      author: entry.author,
      url: entry.url,
      media: listOf(entry.media),
    },
    feed: {
      url: feed.url,
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
