/** Which numeric addresses are public. Pure; does not depend on DNS or settings. */
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** The public-looking address of a cloud's metadata service (Azure wire server). */
const METADATA = new Set(['168.63.129.16'])

/**
 * The IPv6 blocks that embed an IPv4 address today, and where its four bytes begin. A machine without IPv4
 * reaches the IPv4 web through 64:ff9b::/96. 6to4 and Teredo embed one too, but are obsolete: none of them is public.
 */
const CARRIERS: readonly (readonly [block: string, firstByte: number])[] = [
  ['::ffff:0:0/96', 12],
  ['::ffff:0:0:0/96', 12],
  ['64:ff9b::/96', 12],
]

/** The second half of an address that tunnels to an IPv4 address (ISATAP, RFC 5214), up to that address. */
const TUNNELS = new Set(['00005efe', '02005efe'])

/** Parses a numeric host, with or without brackets; null for a name. */
export function numericAddress(host: string): Address | null {
  const bare = host.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  return ipaddr.isValid(bare) ? ipaddr.parse(bare) : null
}

/** True for global unicast addresses that do not embed a private IPv4 address. */
export function isPublicAddress(host: string): boolean {
  const address = numericAddress(host)
  if (!address) return false
  if (address instanceof ipaddr.IPv4) return isPublicV4(address)
  const inner = carriedV4(address)
  if (inner) return isPublicV4(inner)
  const end = tunnelledV4(address)
  if (end && !isPublicV4(end)) return false
  return address.range() === 'unicast' && address.match(ipaddr.IPv6.parseCIDR('2000::/3'))
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !METADATA.has(address.toString())
}

function carriedV4(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  const carrier = CARRIERS.find(([block]) => address.match(ipaddr.IPv6.parseCIDR(block)))
  if (!carrier) return null
  return new ipaddr.IPv4(address.toByteArray().slice(carrier[1], carrier[1] + 4))
}

function tunnelledV4(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  const bytes = address.toByteArray()
  const half = Buffer.from(bytes.slice(8, 12)).toString('hex')
  return TUNNELS.has(half) ? new ipaddr.IPv4(bytes.slice(12)) : null
}
