import type { MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import ipaddr from 'ipaddr.js'
import { socketAddress } from './peer.ts'

/**
 * Responses are not compressed for a browser or proxy on the same machine: it takes longer than sending them. hono
 * leaves event streams and NDJSON alone, so no line of a stream is delayed.
 */
export const compressResponses: MiddlewareHandler = (context, next) =>
  isLoopback(socketAddress(context.env)) ? next() : compressRemote(context, next)

/** The usual loopback addresses need no parsing. */
const isLoopback = (address: string): boolean =>
  address === '127.0.0.1' || address === '::1' || ipaddr.process(address).range() === 'loopback'

const compressRemote = compress()
