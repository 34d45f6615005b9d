import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config.ts'

/** Where a proxy of ours can stand: this machine or its own network. */
const near = new Set<string>(['loopback', 'private', 'linkLocal', 'uniqueLocal'])

/**
 * The address to count sign-in attempts by. A forwarding header is believed only where a proxy is to be expected
 * (PUBLIC_URL is set and the peer is on this machine or network), and then only its last entry, which that proxy wrote.
 */
export function peerAddress(context: Context, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string {
  const peer = socketAddress(context.env)
  if (!PUBLIC_URL || !near.has(ipaddr.process(peer).range())) return peer
  const forwarded = context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()
  return forwarded && ipaddr.isValid(forwarded) ? forwarded : peer
}

/** Requests that tests hand over without a socket count as coming from this machine. */
export function socketAddress(env: unknown): string {
  const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } }
  const address = incoming?.socket?.remoteAddress?.split('%')[0]
  return address && ipaddr.isValid(address) ? address : '127.0.0.1'
}
