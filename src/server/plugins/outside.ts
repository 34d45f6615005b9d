/** A plugin's way to the outside: the hosts that its permissions name, through the guard that all requests pass. */
import { PluginRefusal, type Permission } from '../../plugin-api/manifest.ts'
import type { OutsideAnswer, OutsideRequest } from '../../plugin-api/server.ts'
import { isFailure, type Outbound } from '../outbound/index.ts'

const MAX_TEXT = 1_000_000

/** The hosts that permissions give, those named by a setting read from the person's values. */
export function permittedHosts(
  permissions: readonly Permission[],
  settings: Readonly<Record<string, unknown>>,
): ReadonlySet<string> {
  const hosts = permissions
    .filter((permission) => permission.startsWith('net:'))
    .map((permission) => permission.slice('net:'.length))
    .flatMap((place) => {
      const setting = /^\{(.+)\}$/.exec(place)?.[1]
      if (setting === undefined) return [place]
      const address = URL.parse(String(settings[setting] ?? ''))
      return address ? [address.host] : []
    })
  return new Set(hosts)
}

export function createOutside(outbound: Outbound, hosts: ReadonlySet<string>) {
  return async (url: string, request: OutsideRequest = {}): Promise<OutsideAnswer> => {
    const address = URL.parse(url)
    if (!address || !hosts.has(address.host)) {
      throw new PluginRefusal('outside.forbidden', { host: address?.host ?? url })
    }
    const answer = await outbound.ask(url, request)
    if (isFailure(answer))
      throw new PluginRefusal('outside.unreachable', { host: address.host, reason: answer.words })
    const text = new TextDecoder().decode(answer.bytes.subarray(0, MAX_TEXT))
    return { status: answer.status, headers: answer.headers, text, json: () => JSON.parse(text) as unknown }
  }
}
