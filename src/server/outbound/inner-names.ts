/** Names that lead inside whatever a resolver says: judged by their spelling, so that it holds without a network. */
import { isPublicAddress, numericAddress } from './address.ts'

/** The machine itself and its own network (RFC 6761, 6762, 8375), containers, clusters, and reverse zones. */
const INNER_ENDS =
  /(^|\.)(localhost|localhost6|localdomain|localdomain6|local|internal|intranet|intra|lan|home|corp|private|localnet|docker|svc|consul|home\.arpa|in-addr\.arpa|ip6\.arpa|fritz\.box|mshome\.net)$/

/** Names in the public DNS that lead to a metadata service, or whose owner points them at 127.0.0.1 for developers. */
const INNER_NAMES =
  /(^|\.)(metadata\.tencentyun\.com|metadata\.platformequinix\.com|metadata\.packet\.net|localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|localho\.st|local\.gd|lndo\.site|ddev\.site|fuf\.me|loopback\.jp|127-0-0-1\.org\.uk|spoofed\.burpcollaborator\.net|bugbounty\.dod\.network|mail\.ebc\.apple\.com)$/

/** Services that answer with the address that stands in the name; those that change their answer are for attacks only. */
const SPELT_OUT =
  /^(.*)\.(nip\.io|sslip\.io|xip\.io|xip\.name|xip\.lhjmmc\.cn|ip\.es\.io|traefik\.me|backname\.io|getlantern\.org|localip\.cc|app\.localhost\.direct|localhost\.direct|my\.local-ip\.co|local-ip\.(?:co|sh|medicmobile\.org))$/
const REBINDING = /(^|\.)(rbndr\.us|1u\.ms|rebind\.it|rebind\.network|rebinder\.net|make-[\w-]+\.1u\.ms)$/

/** @param host in lower case, without a dot at its end, no address in digits */
export function isInnerName(host: string): boolean {
  if (!host.includes('.') || INNER_ENDS.test(host) || INNER_NAMES.test(host) || REBINDING.test(host))
    return true
  const spelt = SPELT_OUT.exec(host)?.[1]
  return spelt !== undefined && speltAddresses(spelt).some((address) => !isPublicAddress(address))
}

/** Every way such a service reads an address out of a name: dots, dashes, eight hex digits, IPv6 with dashes for colons. */
function speltAddresses(name: string): string[] {
  const dotted = [...name.matchAll(/(?<!\d)\d{1,3}(?:[.-]\d{1,3}){3}(?!\d)/g)].map(([found]) =>
    found.replaceAll('-', '.'),
  )
  const hex = [...name.matchAll(/(?:^|[.-])([\da-f]{8})(?=$|[.-])/g)].map(([, digits]) => `0x${digits}`)
  const last = name.slice(name.lastIndexOf('.') + 1)
  const v6 = [last.replaceAll('-', ':')].filter((found) => found.includes(':'))
  return [...dotted, ...hex, ...v6].filter((found) => numericAddress(found) !== null)
}
