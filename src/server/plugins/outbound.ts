/** A plugin's way to the outside: the hosts that its permissions name, through the guard that all requests pass. */
import { grantedHosts } from '../../contract/granted-hosts.ts'
import { hostOf } from '../../contract/plugin-bundle.ts'
import { PluginRefusal, type Permission } from '../../plugin-api/manifest.ts'
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

/**
 * @param hosts names with their ports where these are not the usual ones; held to over redirects too
 * @param contacted is told of each request, those of redirects too
 */
export function createOutside(
  outbound: Outbound,
  hosts: ReadonlySet<string>,
  contacted: (host: string) => void = () => {},
) {
  return async (url: string, request: OutboundRequest = {}): Promise<OutboundResponse> => {
    const address = URL.parse(url)
    let forbidden: string | null = null
    const allows = ({ host }: URL): boolean => {
      if (hosts.has(host)) contacted(host)
      else forbidden = host
      return forbidden === null
    }
    if (!address || !hosts.has(address.host)) {
      throw new PluginRefusal('outside.forbidden', { host: address?.host ?? url })
    }
    const { method, headers, body } = request
    const answer = await outbound.ask(url, { method, headers, body, allows })
    if (forbidden !== null) throw new PluginRefusal('outside.forbidden', { host: forbidden })
    if (isFailure(answer))
      throw new PluginRefusal('outside.unreachable', { host: address.host, reason: answer.message })
    // What was to be written did not go along: the answer is of another request.
    if (answer.bodyDropped) {
      const { origin, pathname } = new URL(answer.url)
      throw new PluginRefusal('outside.moved', { host: address.host, address: origin + pathname })
    }
    const text = new TextDecoder().decode(answer.bytes.subarray(0, MAX_TEXT))
    const { status, headers: received, bytes } = answer
    return { status, headers: received, text, bytes, json: () => JSON.parse(text) as unknown }
  }
}
