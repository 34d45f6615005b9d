/** Says whether an address may be asked, before a request is made and again when its connection opens. */
import { lookup as systemLookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { isPublicAddress, numericAddress } from './address.ts'
import type { Allowance } from './allowance.ts'
import { isBadPort } from './bad-ports.ts'
import { failure, FailureError, type Failure } from './failure.ts'
import { isInnerName } from './inner-names.ts'

export type Resolved = { readonly address: string; readonly family: number }
/** Every address of a name. @throws like node:dns when there is none */
export type Resolve = (host: string) => Promise<readonly Resolved[]>
export const systemResolve: Resolve = (host) => systemLookup(host, { all: true })

/** How long a check made ahead waits for a resolver, ms; the lookup of the connection itself waits as long as it takes. */
const PATIENCE_MS = 3_000

export type Guard = {
  /** null when the address may be asked as far as its spelling tells. */
  readonly spelling: (url: URL) => Failure | null
  /** As {@link Guard.spelling}, and resolves the name as well. A name that nobody knows is not refused. */
  readonly whole: (url: URL, addresses?: readonly string[]) => Promise<Failure | null>
  /** The lookup of a connection to a port: resolves, and fails when any of the addresses is not allowed. */
  readonly lookup: (port: number) => LookupFunction
}

export const portOf = (url: URL): number =>
  url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
const nameOf = (url: URL): string => url.hostname.toLowerCase().replace(/\.+$/, '')
const known =
  (addresses: readonly string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
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
    if (isBadPort(port)) return failure('refused', `Port ${port} does not belong to the web`)
    if (numericAddress(host)) return isPublicAddress(host) ? null : inside(host)
    return isInnerName(host) ? inside(host) : null
  }
  const judged = async (host: string, port: number, ask: Resolve = resolve): Promise<readonly Resolved[]> => {
    const found = await ask(host)
    if (allowance.host(host.toLowerCase().replace(/\.$/, ''), port)) return found
    const bad = found.find(({ address }) => !isPublicAddress(address) && !allowance.address(address, port))
    if (bad) throw new FailureError(inside(`${host} (${bad.address})`))
    return found
  }
  return {
    spelling,
    async whole(url, addresses) {
      const refused = spelling(url)
      if (refused || numericAddress(url.hostname)) return refused
      const answered = judged(nameOf(url), portOf(url), addresses && known(addresses)).then(
        () => null,
        (error: unknown) => (error instanceof FailureError ? error.failure : null),
      )
      return withinTime(answered, PATIENCE_MS)
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

async function withinTime(answer: Promise<Failure | null>, time: number): Promise<Failure | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, time, null)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
