/** FETCH_ALLOW: the hosts and address blocks of the owner's own network that the guard lets through. */
import ipaddr from 'ipaddr.js'
import { numericAddress } from './address.ts'

export type Allowance = {
  /** @param host a name or a numeric address @param port the scheme's default when the address has none */
  readonly host: (host: string, port: number) => boolean
  /** @param address what a name resolved to */
  readonly address: (address: string, port: number) => boolean
}

type Rule = { readonly port: number | null; readonly fits: (host: string) => boolean }

/** @param list items like `feeds.home.example`, `10.0.0.0/8`, `feeds:1200`, `[fd00::1]:80` */
export function readAllowance(list: readonly string[]): Allowance {
  const rules = list.map(readRule)
  const fits = (host: string, port: number) =>
    rules.some((rule) => (rule.port === null || rule.port === port) && rule.fits(host))
  return { host: fits, address: fits }
}

function readRule(item: string): Rule {
  if (item.includes('/')) return { port: null, fits: blockRule(item) }
  const [, host = item, port] = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(item) ?? []
  const number = numericAddress(host)
  const fits = number
    ? (candidate: string) => numericAddress(candidate)?.toNormalizedString() === number.toNormalizedString()
    : (candidate: string) => candidate.toLowerCase().replace(/\.$/, '') === host.toLowerCase()
  return { port: port ? Number(port) : null, fits }
}

function blockRule(block: string): (host: string) => boolean {
  if (!ipaddr.isValidCIDR(block)) throw new Error(`FETCH_ALLOW: ${block} is not an address block`)
  const [network, bits] = ipaddr.parseCIDR(block)
  return (host) => {
    const address = numericAddress(host)
    return address !== null && address.kind() === network.kind() && address.match(network, bits)
  }
}
