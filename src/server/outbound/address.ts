/** Which numeric addresses are on the public internet. Pure; knows no names and no settings. */
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** The one public-looking address that every machine of a large cloud reaches its host under (Azure's wire server). */
const METADATA = new Set(['168.63.129.16'])

/** The IPv6 blocks that carry an IPv4 address, and where its four bytes begin. */
const CARRIERS: readonly (readonly [block: string, firstByte: number])[] = [
  ['::ffff:0:0/96', 12],
  ['::ffff:0:0:0/96', 12],
  ['64:ff9b::/96', 12],
  ['2002::/16', 2],
]

/** The address of a host written in digits, brackets or not; null for a name. */
export function numericAddress(host: string): Address | null {
  const bare = host.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  return ipaddr.isValid(bare) ? ipaddr.parse(bare) : null
}

/** True for an address that strangers may be fetched from: global unicast, and not by way of an inner IPv4 address. */
export function isPublicAddress(host: string): boolean {
  const address = numericAddress(host)
  if (!address) return false
  if (address instanceof ipaddr.IPv4) return isPublicV4(address)
  const inner = carriedV4(address)
  if (inner) return isPublicV4(inner)
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
