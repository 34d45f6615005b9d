/** One request to a hub: subscribe or unsubscribe (WebSub 5.1). */
import type { Outbound } from '../../outbound/index.ts'
import type { HubRow } from '../../storage/schema.ts'
import { statusText } from '../fetch/status-text.ts'

/** Duration and renewal time of a hub's lease. Pure; times are ms. */
const DAY = 86_400_000
const HOUR = 3_600_000
/** Ten days: what most hubs grant at most. */
const LEASE_SECONDS = 864_000
const SHORTEST = 600_000
const LONGEST = 30 * DAY

/** @param seconds granted by the hub; default: ten days */
export function leaseUntil(seconds: string | null, now: number): number {
  const granted = /^\d{1,9}$/.test(seconds ?? '') ? Number(seconds) : LEASE_SECONDS
  return now + Math.min(LONGEST, Math.max(SHORTEST, granted * 1000))
}

/** A fifth of the lease before its end, a day at most, so that a hub may fail a few times. */
export const renewalOf = (until: number, now: number): number =>
  Math.round(until - Math.min(DAY, (until - now) / 5))

/** @param failures in a row, this one counted */
export const renewSubscription = (failures: number, now: number): number =>
  now + Math.min(7 * DAY, HOUR * 2 ** Math.min(10, Math.max(0, failures - 1)))

/** @param callback the server's callback address for this feed @returns null when the hub accepted the request, else an error message */
export async function requestSubscription(
  outbound: Outbound,
  { hub, topic, secret }: HubRow,
  mode: 'subscribe' | 'unsubscribe',
  callback: string,
): Promise<string | null> {
  const form = new URLSearchParams({
    'hub.mode': mode,
    'hub.topic': topic,
    'hub.callback': callback,
    ...(mode === 'subscribe' ? { 'hub.lease_seconds': String(LEASE_SECONDS), 'hub.secret': secret } : {}),
  })
  const response = await outbound.ask(hub, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  })
  if (!response.ok) return response.message
  if (response.bodyDropped) return 'The hub has moved'
  if (response.status >= 200 && response.status < 300) return null
  const detail = new TextDecoder().decode(response.bytes.subarray(0, 200)).replace(/\s+/g, ' ').trim()
  return `${statusText(response.status)}${detail ? `: ${detail}` : ''}`
}
