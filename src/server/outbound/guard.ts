/** Says whether an address may be asked, before a request is made and again when its connection opens. */
import { lookup as systemLookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { isPublicAddress, numericAddress } from './address.ts'
import type { Allowance } from './allowance.ts'
import { failure, FailureError, type Failure } from './failure.ts'

export type Resolved = { readonly address: string; readonly family: number }
/** Every address of a name. @throws like node:dns when there is none */
export type Resolve = (host: string) => Promise<readonly Resolved[]>
export const systemResolve: Resolve = (host) => systemLookup(host, { all: true })

/** Names that mean the machine itself or its own network, whatever a resolver says (RFC 6761, 6762, 8375; cloud metadata). */
const INNER_NAMES =
  /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa|in-addr\.arpa|ip6\.arpa)$/
/** Ports that belong to other protocols and must not be talked to in HTTP; the web's own list, shortened to what matters. */
const BAD_PORTS = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080, 11211,
])

export type Guard = {
  /** null when the address may be asked as far as its spelling tells. */
  readonly spelling: (url: URL) => Failure | null
  /** As {@link Guard.spelling}, and resolves the name as well. A name that nobody knows is not refused. */
  readonly whole: (url: URL) => Promise<Failure | null>
  /** The lookup of a connection to a port: resolves, and fails when any of the addresses is not allowed. */
  readonly lookup: (port: number) => LookupFunction
}

export const portOf = (url: URL): number => Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
const nameOf = (url: URL): string => url.hostname.toLowerCase().replace(/\.+$/, '')
const inside = (host: string): Failure =>
  failure(
    'refused',
    `${host} is an address inside a network, which Lectern does not fetch (FETCH_ALLOW can let it through)`,
  )

export function createGuard(allowance: Allowance, resolve: Resolve): Guard {
  const spelling = (url: URL): Failure | null => {
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      return failure('refused', `Only http and https addresses are fetched, not ${url.protocol}`)
    const host = nameOf(url)
    const port = portOf(url)
    if (allowance.host(host, port)) return null
    if (BAD_PORTS.has(port)) return failure('refused', `Port ${port} does not belong to the web`)
    if (numericAddress(host)) return isPublicAddress(host) ? null : inside(host)
    return INNER_NAMES.test(host) || !host.includes('.') ? inside(host) : null
  }
  const judged = async (host: string, port: number): Promise<readonly Resolved[]> => {
    const found = await resolve(host)
    if (allowance.host(host.toLowerCase().replace(/\.$/, ''), port)) return found
    const bad = found.find(({ address }) => !isPublicAddress(address) && !allowance.address(address, port))
    if (bad) throw new FailureError(inside(`${host} (${bad.address})`))
    return found
  }
  return {
    spelling,
    async whole(url) {
      const refused = spelling(url)
      if (refused || numericAddress(url.hostname)) return refused
      return judged(nameOf(url), portOf(url)).then(
        () => null,
        (error: unknown) => (error instanceof FailureError ? error.failure : null),
      )
    },
    lookup: (port) => (host, options, callback) => {
      judged(host, port).then(
        (found) => {
          const first = found[0]
          if (!first)
            return callback(Object.assign(new Error(`no address for ${host}`), { code: 'ENOTFOUND' }), '', 0)
          if (options.all)
            return callback(
              null,
              found.map(({ address, family }) => ({ address, family })),
            )
          return callback(null, first.address, first.family)
        },
        (error: Error) => callback(error, '', 0),
      )
    },
  }
}
