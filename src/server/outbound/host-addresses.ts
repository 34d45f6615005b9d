/**
 * Which hosts are served from one address, so that they share a budget of requests. Only for that: the connection's own lookup decides
 * whether an address may be reached.
 */
import { numericAddress } from './address.ts'
import type { Resolve } from './guard.ts'

const FRESH_MS = 3_600_000
const HOSTS_MAX = 5_000
const RESOLVE_TIMEOUT_MS = 3_000

/** @returns the least of the host's addresses, which hosts with the same addresses share; null for a numeric or unknown host */
export type HostAddresses = (host: string) => Promise<string | null>

export function createHostAddresses(resolve: Resolve, now: () => number = Date.now): HostAddresses {
  const hosts = new Map<string, { readonly at: number; readonly address: Promise<string | null> }>()
  return (host) => {
    if (numericAddress(host)) return Promise.resolve(null)
    const existing = hosts.get(host)
    if (existing && now() - existing.at < FRESH_MS) return existing.address
    const address = leastAddress(resolve, host)
    hosts.delete(host)
    hosts.set(host, { at: now(), address })
    // An unknown host may be known for the next request.
    void address.then((found) => found === null && hosts.get(host)?.address === address && hosts.delete(host))
    const [oldest] = hosts.keys()
    if (hosts.size > HOSTS_MAX && oldest !== undefined) hosts.delete(oldest)
    return address
  }
}

async function leastAddress(resolve: Resolve, host: string): Promise<string | null> {
  const { promise: timeout, resolve: giveUp } = Promise.withResolvers<null>()
  const timer = setTimeout(giveUp, RESOLVE_TIMEOUT_MS, null)
  const resolved = resolve(host).then(
    (all) => all.map(({ address }) => address).toSorted()[0] ?? null,
    () => null,
  )
  try {
    return await Promise.race([resolved, timeout])
  } finally {
    clearTimeout(timer)
  }
}
