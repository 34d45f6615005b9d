/** The token of a device: a browser's push subscription as JSON text. Tokens of other services are opaque. */
import { z } from 'zod'
import type { Channel } from '../../contract/messaging.ts'
import { webAddress } from '../../contract/shapes.ts'
import type { Config } from '../config.ts'
import { readAllowance } from '../outbound/allowance.ts'

/** The result of `JSON.stringify(pushSubscription)` in a browser. */
const subscription = z.object({
  endpoint: webAddress,
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
})
export type Subscription = z.infer<typeof subscription>

type Allowing = Pick<Config, 'FETCH_ALLOW'>

/** @returns null for the token of another service, and for a forbidden endpoint */
export function readSubscription(token: string, config: Allowing): Subscription | null {
  const read = subscription.safeParse(parsed(token))
  return read.success && isPushService(read.data.endpoint, config) ? read.data : null
}

/** @returns an error message for an invalid token; null for a valid one and, but for browsers, for one of another service */
export function tokenFault(token: string, channel: Channel, config: Allowing): string | null {
  const result = z.object({ endpoint: z.unknown() }).safeParse(parsed(token))
  const endpoint = result.data?.endpoint
  if (endpoint !== undefined && !(typeof endpoint === 'string' && isPushService(endpoint, config)))
    return 'token: the endpoint of a push has to be an https address.'
  return channel === 'web' && !subscription.safeParse(parsed(token)).success
    ? 'token: that of a browser has to be its PushSubscription as JSON.'
    : null
}

/** Push services speak https (RFC 8030, 8); one on the owner's own network, named by FETCH_ALLOW, need not. */
function isPushService(endpoint: string, { FETCH_ALLOW }: Allowing): boolean {
  const url = URL.parse(endpoint)
  if (url?.protocol === 'https:') return true
  return url?.protocol === 'http:' && readAllowance(FETCH_ALLOW).host(url.hostname, Number(url.port || 80))
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
