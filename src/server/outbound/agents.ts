/** The connections of the HTTP client: directly, or by a proxy; undici is loaded on first use. */
import type { Agent, buildConnector, Dispatcher, ProxyAgent } from 'undici'
import { numericAddress } from './address.ts'
import { FailureError } from './failure.ts'
import { portOf, type Guard } from './guard.ts'

/** How a request reaches its site, if not directly. */
export type Route = {
  /** An http or https proxy; the guard has to permit it, and the address that is requested by it. */
  readonly proxy?: string
  /** Certificates are not checked. */
  readonly acceptsAnyCertificate?: boolean
}

/** Milliseconds until the first byte and between two reads, milliseconds of a request, and bytes of a body. */
type ConnectionLimits = { readonly silence: number; readonly time: number; readonly encoded: number }

export type Agents = {
  /** @throws FailureError where the guard does not permit the proxy */
  readonly of: (route: Route) => Promise<Dispatcher>
  readonly close: () => Promise<void>
}

/** Maximum number of open agents; the least recently used one is closed. */
const MOST = 32

export function createAgents(guard: Guard, limits: ConnectionLimits): Agents {
  const agents = new Map<string, Promise<Agent | ProxyAgent>>()
  return {
    of(route) {
      const key = JSON.stringify([route.proxy ?? '', route.acceptsAnyCertificate ?? false])
      const agent = agents.get(key) ?? createAgent(guard, limits, route)
      agents.delete(key)
      agents.set(key, agent)
      const [oldest, unused] = [...agents][0] ?? []
      if (agents.size > MOST && oldest !== undefined) {
        agents.delete(oldest)
        // Its running requests end first.
        void unused?.then((one) => one.close())
      }
      return agent
    },
    async close() {
      const opened = await Promise.allSettled(agents.values())
      await Promise.all(opened.map((one) => one.status === 'fulfilled' && one.value.destroy()))
    },
  }
}

/** A server without feeds never needs the hundred files of undici. */
async function createAgent(
  guard: Guard,
  limits: ConnectionLimits,
  route: Route,
): Promise<Agent | ProxyAgent> {
  const undici = await import('undici')
  const { silence, time, encoded } = limits
  const certificates = route.acceptsAnyCertificate ? { rejectUnauthorized: false } : {}
  const options = {
    connections: 2,
    allowH2: false,
    headersTimeout: Math.min(silence, time),
    bodyTimeout: Math.min(silence, time),
    maxResponseSize: encoded,
  }
  if (route.proxy === undefined)
    return new undici.Agent({
      ...options,
      connect: guardedConnect(guard, undici.buildConnector, certificates),
    })
  const proxy = new URL(route.proxy)
  const refusal = guard.spelling(proxy)
  if (refusal) throw new FailureError(refusal)
  return new undici.ProxyAgent({
    ...options,
    uri: proxy.href,
    proxyTunnel: true,
    connectTimeout: 10_000,
    proxyTls: { lookup: guard.lookup(portOf(proxy)) } as buildConnector.BuildOptions,
    requestTls: certificates,
  })
}

/** Numeric addresses never reach a lookup, so they are checked here; names are checked when they resolve. */
function guardedConnect(
  guard: Guard,
  build: typeof buildConnector,
  certificates: { readonly rejectUnauthorized?: boolean },
): buildConnector.connector {
  const connectors = new Map<number, buildConnector.connector>()
  const connectorOf = (port: number) => {
    const existing = connectors.get(port)
    if (existing) return existing
    const connector = build({ ...certificates, allowH2: false, timeout: 10_000, lookup: guard.lookup(port) })
    connectors.set(port, connector)
    return connector
  }
  return (options, callback) => {
    const url = new URL(`${options.protocol}//${options.host ?? options.hostname}`)
    const refusal = numericAddress(url.hostname) ? guard.spelling(url) : null
    if (refusal) return callback(new FailureError(refusal), null)
    return connectorOf(portOf(url))(options, callback)
  }
}
