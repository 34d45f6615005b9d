import type { Context, MiddlewareHandler } from 'hono'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config.ts'
import type { Services } from './routes.ts'

/**
 * The address of the machine that a request comes from: what attempts are counted by. X-Forwarded-For is believed only
 * from a proxy that TRUSTED_PROXIES names, and then the entry that stands before the first machine, from the right, that
 * is no such proxy: what stands left of it was written by whoever asked.
 */
export function peerAddress(context: Context, { TRUSTED_PROXIES }: Pick<Config, 'TRUSTED_PROXIES'>): string {
  const peer = socketAddress(context.env)
  const entries = (context.req.header('x-forwarded-for') ?? '').split(',').map((entry) => entry.trim())
  let address = peer
  while (isTrusted(address, TRUSTED_PROXIES)) {
    const before = entries.pop()
    if (!before || !ipaddr.isValid(before)) return address
    address = ipaddr.process(before).toString()
  }
  return address
}

function isTrusted(address: string, proxies: Config['TRUSTED_PROXIES']): boolean {
  if (proxies.length === 0) return false
  const parsed = ipaddr.process(address)
  return proxies.some(([range, bits]) => parsed.kind() === range.kind() && parsed.match(range, bits))
}

/** Where a proxy stands as a rule. */
const NEAR = new Set<string>(['loopback', 'private', 'linkLocal', 'uniqueLocal'])

/** Says once that a proxy of this machine or network is not named: all who come through it are counted as one. */
export function warnOfUnnamedProxy({ config, log }: Pick<Services, 'config' | 'log'>): MiddlewareHandler {
  let said = false
  return async (context, next) => {
    if (!said && context.req.header('x-forwarded-for') !== undefined) {
      const proxy = socketAddress(context.env)
      if (NEAR.has(ipaddr.process(proxy).range()) && !isTrusted(proxy, config.TRUSTED_PROXIES)) {
        said = true
        log.warn('A proxy forwards requests, but TRUSTED_PROXIES does not name it', { proxy })
      }
    }
    await next()
  }
}

/** Requests that tests hand over without a socket count as coming from this machine. */
export function socketAddress(env: unknown): string {
  const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } }
  const address = incoming?.socket?.remoteAddress?.split('%')[0]
  return address && ipaddr.isValid(address) ? address : '127.0.0.1'
}
