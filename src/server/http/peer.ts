import type { Context, MiddlewareHandler } from 'hono'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config.ts'
import type { Services } from './routes.ts'

/**
 * The address of the client, by which attempts are counted. X-Forwarded-For is trusted only from a proxy in
 * TRUSTED_PROXIES: its result is the first address from the right that is no such proxy. Entries left of it may be forged.
 */
export function peerAddress(context: Context, { TRUSTED_PROXIES }: Pick<Config, 'TRUSTED_PROXIES'>): string {
  const peer = socketAddress(context.env)
  const entries = (context.req.header('x-forwarded-for') ?? '').split(',').map((entry) => entry.trim())
  let address = peer
  while (inNetworks(address, TRUSTED_PROXIES)) {
    const before = entries.pop()
    if (!before || !ipaddr.isValid(before)) return address
    address = ipaddr.process(before).toString()
  }
  return address
}

export function inNetworks(address: string, networks: Config['TRUSTED_PROXIES']): boolean {
  if (networks.length === 0) return false
  const parsed = ipaddr.process(address)
  return networks.some(([range, bits]) => parsed.kind() === range.kind() && parsed.match(range, bits))
}

/** Addresses where a proxy usually is. */
const NEAR = new Set<string>(['loopback', 'private', 'linkLocal', 'uniqueLocal'])

/** Warns once that a proxy of this machine or network is not configured: all its clients are counted as one. */
export function warnOfUnnamedProxy({ config, log }: Pick<Services, 'config' | 'log'>): MiddlewareHandler {
  let hasWarned = false
  return async (context, next) => {
    if (!hasWarned && context.req.header('x-forwarded-for') !== undefined) {
      const proxy = socketAddress(context.env)
      if (NEAR.has(ipaddr.process(proxy).range()) && !inNetworks(proxy, config.TRUSTED_PROXIES)) {
        hasWarned = true
        log.warn('A proxy forwards requests, but TRUSTED_PROXIES does not name it', { proxy })
      }
    }
    await next()
  }
}

/** Requests that tests send without a socket count as coming from this machine. */
export function socketAddress(env: unknown): string {
  const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } }
  const address = incoming?.socket?.remoteAddress?.split('%')[0]
  return address && ipaddr.isValid(address) ? address : '127.0.0.1'
}
