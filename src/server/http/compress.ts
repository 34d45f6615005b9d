import type { MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import ipaddr from 'ipaddr.js'
import { socketAddress } from './peer.ts'

/** Answers are squeezed for the way, and there is none to a browser or a proxy on this very machine. */
export const compressResponses: MiddlewareHandler = (context, next) =>
  isHere(socketAddress(context.env)) ? next() : squeeze(context, next)

/** The usual words for it need no parsing. */
const isHere = (address: string): boolean =>
  address === '127.0.0.1' || address === '::1' || ipaddr.process(address).range() === 'loopback'

const squeeze = compress({ encoding: 'gzip', contentTypeFilter: /^(application\/json|text\/x-opml)/ })
