/** Requests of plugins: to the hosts that their permissions name, through the outbound guard. */
import { grantedHosts } from '../../contract/granted-hosts.ts'
import { hostOf } from '../../contract/plugin-bundle.ts'
import { PluginRefusal, type Manifest, type Permission } from '../../plugin-api/manifest.ts'
import type { OutboundResponse, OutboundRequest } from '../../plugin-api/server.ts'
import { isFailure, type Outbound } from '../outbound/index.ts'

const MAX_TEXT = 1_000_000

/** The hosts of the permissions; those in a setting or secret are read from the user's. */
export const permittedHosts = (
  permissions: readonly Permission[],
  settings: Readonly<Record<string, unknown>>,
  secret: (name: string) => string,
): ReadonlySet<string> =>
  grantedHosts(permissions, (setting) => hostOf(URL.parse(String(settings[setting] ?? secret(setting)))))

/** The hosts whose certificates are not checked, by the user's setting. */
export const uncheckedHosts = (
  { anyCertificate = {} }: Pick<Manifest, 'anyCertificate'>,
  settings: Readonly<Record<string, unknown>>,
): ReadonlySet<string> =>
  new Set(
    Object.entries(anyCertificate)
      .filter(([, allowed]) => settings[allowed] === true)
      .flatMap(([address]) => hostOf(URL.parse(String(settings[address]))) ?? []),
  )

/** Counts the requests of one call by their hosts. */
export function createContacts() {
  const counts = new Map<string, number>()
  return {
    contacted: (host: string): void => void counts.set(host, (counts.get(host) ?? 0) + 1),
    /** Undefined where there was none. */
    all: (): Readonly<Record<string, number>> | undefined =>
      counts.size === 0 ? undefined : Object.fromEntries(counts),
  }
}

/** Methods that are idempotent (RFC 9110 9.2.2). */
const IDEMPOTENT = new Set(['GET', 'PUT', 'DELETE'])

/** Counts requests of one call with possible side effects, which must not be repeated. */
export function createSideEffects() {
  let count = 0
  return {
    /** @returns a function that undoes the count, if it certainly did not happen */
    begun: (): (() => void) => {
      count += 1
      return () => {
        count -= 1
      }
    },
    mayHaveHappened: (): boolean => count > 0,
  }
}
export type SideEffects = ReturnType<typeof createSideEffects>

/** Statuses by which the service refuses the request. */
const isDeclined = ({ status, headers }: { status: number; headers: Readonly<Record<string, string>> }) =>
  (status >= 400 && status < 500) || (status === 503 && headers['retry-after'] !== undefined)

/**
 * @param hosts names with non-default ports; enforced for redirects too
 * @param contacted is called for each request, also of redirects
 * @param unchecked hosts whose certificates are not checked, and which must not redirect to others
 * @param sideEffects counts the requests that may have arrived and are not idempotent
 */
export function createOutside(
  outbound: Outbound,
  hosts: ReadonlySet<string>,
  contacted: (host: string) => void = () => {},
  unchecked: ReadonlySet<string> = new Set(),
  sideEffects: SideEffects = createSideEffects(),
) {
  return async (url: string, request: OutboundRequest = {}): Promise<OutboundResponse> => {
    const address = URL.parse(url)
    const acceptsAnyCertificate = address !== null && unchecked.has(address.host)
    let forbidden: string | null = null
    const allows = ({ host }: URL): boolean => {
      if (hosts.has(host) && unchecked.has(host) === acceptsAnyCertificate) contacted(host)
      else forbidden = host
      return forbidden === null
    }
    if (!address || !hosts.has(address.host)) {
      throw new PluginRefusal('outside.forbidden', { host: address?.host ?? url })
    }
    const { method = 'GET', headers, body, idempotent = IDEMPOTENT.has(method) } = request
    const undone = idempotent ? () => {} : sideEffects.begun()
    const answer = await outbound.ask(url, {
      method,
      headers,
      body,
      allows,
      ...(acceptsAnyCertificate && { route: { acceptsAnyCertificate } }),
    })
    if (isFailure(answer) ? !answer.mayHaveArrived : answer.url === bare(address) && isDeclined(answer))
      undone()
    if (forbidden !== null) throw new PluginRefusal('outside.forbidden', { host: forbidden })
    if (isFailure(answer))
      throw new PluginRefusal('outside.unreachable', { host: address.host, reason: answer.message })
    // The body was dropped: this is the response to another request.
    if (answer.bodyDropped) {
      const { origin, pathname } = new URL(answer.url)
      throw new PluginRefusal('outside.moved', { host: address.host, address: origin + pathname })
    }
    const text = new TextDecoder().decode(answer.bytes.subarray(0, MAX_TEXT))
    const { status, headers: received, bytes } = answer
    return { status, headers: received, text, bytes, json: () => JSON.parse(text) as unknown }
  }
}

/** Without its fragment, as responses name it. */
function bare(address: URL): string {
  const url = new URL(address)
  url.hash = ''
  return url.href
}
