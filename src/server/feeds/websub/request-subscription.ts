/** One request to a hub: subscribe or unsubscribe (WebSub 5.1). */
import type { Outbound } from '../../outbound/index.ts'
import type { HubRow } from '../../storage/schema.ts'
import { statusWords } from '../fetch/status-text.ts'
import { LEASE_SECONDS } from './lease.ts'

/** @param callback our own address for this feed @returns null when the hub took the request, else why not, in words */
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
  const answer = await outbound.ask(hub, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  })
  if (!answer.ok) return answer.words
  if (answer.bodyDropped) return 'The hub has moved'
  if (answer.status >= 200 && answer.status < 300) return null
  const said = new TextDecoder().decode(answer.bytes.subarray(0, 200)).replace(/\s+/g, ' ').trim()
  return `${statusWords(answer.status)}${said ? `: ${said}` : ''}`
}
