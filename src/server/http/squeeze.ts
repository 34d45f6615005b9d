import type { MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import ipaddr from 'ipaddr.js'
import { socketAddress } from './peer.ts'

/** Answers are squeezed for the way, and there is none to a browser or a proxy on this very machine. */
export const squeezeAnswers: MiddlewareHandler = (context, next) =>
  ipaddr.process(socketAddress(context.env)).range() === 'loopback' ? next() : squeeze(context, next)

const squeeze = compress({ encoding: 'gzip', contentTypeFilter: /^(application\/json|text\/x-opml)/ })
