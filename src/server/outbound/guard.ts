/** Decides whether an address may be requested: before the request, and again when the connection opens. */
import { lookup as systemLookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { isPublicAddress, numericAddress } from './address.ts'
import type { Allowance } from './allowance.ts'
import { failure, FailureError, type Failure } from './failure.ts'

type Resolved = { readonly address: string; readonly family: number }
/** Every address of a name. @throws like node:dns when there is none */
export type Resolve = (host: string) => Promise<readonly Resolved[]>
export const systemResolve: Resolve = (host) => systemLookup(host, { all: true })

/** Resolver timeout of an early check, ms. The lookup of the connection itself has no timeout here. */
const RESOLVE_TIMEOUT_MS = 3_000

/**
 * Ports of other protocols, which HTTP requests must not reach: the browsers' list (Fetch standard, "bad port"), and
 * databases, remote desktops and machine control, where a request alone can do harm. All others are allowed.
 */
const BAD_PORTS = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 138, 139, 143, 161, 162, 179, 389, 427, 445, 465, 500,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 593, 601, 623, 636, 873, 989, 990,
  993, 995, 1080, 1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190,
  4444, 5060, 5061, 5432, 5900, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080, 10250,
  11211, 27017,
])

export type Guard = {
  /** Checks the spelling only, without DNS. @returns null when the address is permitted */
  readonly spelling: (url: URL) => Failure | null
  /** As {@link Guard.spelling}, and resolves the name as well. A name that does not resolve is not refused. */
  readonly whole: (url: URL, addresses?: readonly string[]) => Promise<Failure | null>
  /** `lookup` for a connection to a port: resolves, and fails when any resolved address is not allowed. */
  readonly lookup: (port: number) => LookupFunction
}

export const portOf = (url: URL): number =>
  url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
const nameOf = (url: URL): string => url.hostname.toLowerCase().replace(/\.+$/, '')
const resolveTo =
  (addresses: readonly string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
const privateAddress = (host: string): Failure =>
  failure('refused', `${host} is an address inside a network, which Lectern does not fetch`)

export function createGuard(allowance: Allowance, resolve: Resolve): Guard {
  const spelling = (url: URL): Failure | null => {
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      return failure('refused', `Only http and https addresses are fetched, not ${url.protocol}`)
    const host = nameOf(url)
    const port = portOf(url)
    if (allowance.host(host, port)) return null
    if (BAD_PORTS.has(port)) return failure('refused', `Port ${port} does not belong to the web`)
    if (numericAddress(host)) return isPublicAddress(host) ? null : privateAddress(host)
    return isInnerName(host) ? privateAddress(host) : null
  }
  const resolveAllowed = async (
    host: string,
    port: number,
    resolver: Resolve = resolve,
  ): Promise<readonly Resolved[]> => {
    const resolved = await resolver(host)
    if (allowance.host(host.toLowerCase().replace(/\.$/, ''), port)) return resolved
    const forbidden = resolved.find(
      ({ address }) => !isPublicAddress(address) && !allowance.address(address, port),
    )
    if (forbidden) throw new FailureError(privateAddress(`${host} (${forbidden.address})`))
    return resolved
  }
  return {
    spelling,
    async whole(url, addresses) {
      const refused = spelling(url)
      if (refused || numericAddress(url.hostname)) return refused
      const check = resolveAllowed(nameOf(url), portOf(url), addresses && resolveTo(addresses)).then(
        () => null,
        (error: unknown) => (error instanceof FailureError ? error.failure : null),
      )
      return withinTime(check, RESOLVE_TIMEOUT_MS)
    },
    lookup: (port) => (host, options, callback) => {
      resolveAllowed(host, port).then(
        (resolved) => {
          const first = resolved[0]
          if (!first)
            return callback(Object.assign(new Error(`no address for ${host}`), { code: 'ENOTFOUND' }), '', 0)
          if (options.all)
            return callback(
              null,
              resolved.map(({ address, family }) => ({ address, family })),
            )
          return callback(null, first.address, first.family)
        },
        (error: Error) => callback(error, '', 0),
      )
    },
  }
}

async function withinTime(check: Promise<Failure | null>, time: number): Promise<Failure | null> {
  const { promise: timeout, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, time, null)
  try {
    return await Promise.race([check, timeout])
  } finally {
    clearTimeout(timer)
  }
}

// Names that lead to private networks whatever DNS returns. Checked by spelling, so the rule works without a network.

/** The machine itself and its own network (RFC 6761, 6762, 8375), containers, clusters, and reverse zones. */
const INNER_ENDS =
  /(^|\.)(localhost|localhost6|localdomain|localdomain6|local|internal|intranet|intra|lan|home|corp|private|localnet|docker|svc|consul|home\.arpa|in-addr\.arpa|ip6\.arpa|fritz\.box|mshome\.net)$/

/** Names in the public DNS that lead to a metadata service, or whose owner points them at 127.0.0.1 for developers. */
const INNER_NAMES =
  /(^|\.)(metadata\.tencentyun\.com|metadata\.platformequinix\.com|metadata\.packet\.net|localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|localho\.st|local\.gd|lndo\.site|ddev\.site|fuf\.me|loopback\.jp|127-0-0-1\.org\.uk|spoofed\.burpcollaborator\.net|bugbounty\.dod\.network|mail\.ebc\.apple\.com)$/

/** DNS services that resolve to the address written in the name, and rebinding services, which exist for attacks only. */
const ADDRESS_IN_NAME =
  /^(.*)\.(nip\.io|sslip\.io|xip\.io|xip\.name|xip\.lhjmmc\.cn|ip\.es\.io|traefik\.me|backname\.io|getlantern\.org|localip\.cc|app\.localhost\.direct|localhost\.direct|my\.local-ip\.co|local-ip\.(?:co|sh|medicmobile\.org))$/
const REBINDING = /(^|\.)(rbndr\.us|1u\.ms|rebind\.it|rebind\.network|rebinder\.net|make-[\w-]+\.1u\.ms)$/

/** @param host a name in lower case without a trailing dot, not a numeric address */
function isInnerName(host: string): boolean {
  if (!host.includes('.') || INNER_ENDS.test(host) || INNER_NAMES.test(host) || REBINDING.test(host))
    return true
  const prefix = ADDRESS_IN_NAME.exec(host)?.[1]
  return prefix !== undefined && addressesInName(prefix).some((address) => !isPublicAddress(address))
}

/** All spellings of an address in such a name: dots, dashes, eight hex digits, IPv6 with dashes for colons. */
function addressesInName(name: string): string[] {
  const dotted = [...name.matchAll(/(?<!\d)\d{1,3}(?:[.-]\d{1,3}){3}(?!\d)/g)].map(([match]) =>
    match.replaceAll('-', '.'),
  )
  const hex = [...name.matchAll(/(?:^|[.-])([\da-f]{8})(?=$|[.-])/g)].map(([, digits]) => `0x${digits}`)
  const last = name.slice(name.lastIndexOf('.') + 1)
  const v6 = [last.replaceAll('-', ':')].filter((match) => match.includes(':'))
  return [...dotted, ...hex, ...v6].filter((match) => numericAddress(match) !== null)
}
