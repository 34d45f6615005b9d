/**
 * The host names that this server accepts. A page of another site can point its own name at this machine and then
 * send same-origin requests (DNS rebinding): a name is accepted only if PUBLIC_URL or HOST gives it, or if no
 * external DNS can resolve it.
 */
import { hostname } from 'node:os'
import type { Context, MiddlewareHandler } from 'hono'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config.ts'
import { errorResponse } from './errors.ts'
import { Refusal } from './refusal.ts'
import type { Services } from './routes.ts'

type Named = Pick<Config, 'HOST' | 'PUBLIC_URL'>

/** Refuses a request for another name with 421 and says which setting to change. `/healthz` accepts any name. */
export function guardHosts({ config, log }: Pick<Services, 'config' | 'log'>): MiddlewareHandler {
  return async (context, next) => {
    const { path } = context.req
    const foreign = hostsOf(context).find((host) => !isOwnHost(config, host))
    if (foreign === undefined || path === '/healthz') return next()
    const refusal = new Refusal('misdirected', messageFor(config))
    if (path.startsWith('/api/')) return errorResponse(refusal, log, path)
    return new Response(`${refusal.reason}\n`, { status: refusal.status, headers: PLAIN })
  }
}

/**
 * Whether an origin is this server's own, scheme, host and port: that of PUBLIC_URL, or the address of the request
 * over plain HTTP; with TLS in front of the server, PUBLIC_URL is required.
 * @param origin as browsers send it
 */
export function isOwnOrigin({ PUBLIC_URL }: Named, context: Context, origin: string): boolean {
  const url = PUBLIC_URL ? new URL(PUBLIC_URL) : null
  if (origin === url?.origin) return true
  const [host = ''] = hostsOf(context)
  return host !== url?.host && URL.canParse(`http://${host}`) && new URL(`http://${host}`).origin === origin
}

/** Both places where a request names its host; requests in absolute form may name two. */
function hostsOf({ req }: Context): string[] {
  const named = req.header('host')
  const { host } = new URL(req.url)
  return named === undefined || named === host ? [host] : [named, host]
}

/** @param host as in a header: a name or an address, with or without a port */
function isOwnHost({ HOST, PUBLIC_URL }: Named, host: string): boolean {
  if (!URL.canParse(`http://${host}`)) return false
  const { hostname: name } = new URL(`http://${host}`)
  if (PUBLIC_URL && name === new URL(PUBLIC_URL).hostname) return true
  const address = name.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.isValid(address)) return isOwnAddress(HOST, ipaddr.process(address))
  const own = [HOST, hostname(), 'localhost'].map((one) => one.toLowerCase())
  return own.includes(name) || name.endsWith('.localhost')
}

/** A server that listens on all addresses cannot list them, and an address cannot be rebound. */
function isOwnAddress(listen: string, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (!ipaddr.isValid(listen)) return true
  const own = ipaddr.process(listen)
  return (
    own.range() === 'unspecified' || address.range() === 'loopback' || address.toString() === own.toString()
  )
}

const messageFor = ({ PUBLIC_URL }: Named): string =>
  PUBLIC_URL
    ? `This Lectern is at ${new URL(PUBLIC_URL).origin} (PUBLIC_URL) and answers to no other name. A proxy in front of it has to pass on the name that people ask for.`
    : 'This Lectern answers to no such name. Set PUBLIC_URL to the address that people use, and start it again.'

const PLAIN = { 'content-type': 'text/plain; charset=utf-8' }
