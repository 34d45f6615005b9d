/** One request to a hub: subscribe or unsubscribe (WebSub 5.1). */
import type { Outbound } from '../../outbound/index.ts'
import type { HubRow } from '../../storage/schema.ts'
import { statusText } from '../fetch/status-text.ts'
import { LEASE_SECONDS } from './lease.ts'

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
