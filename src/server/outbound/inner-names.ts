/** Names that lead to private networks whatever DNS returns. Checked by spelling, so the rule works without a network. */
import { isPublicAddress, numericAddress } from './address.ts'

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
export function isInnerName(host: string): boolean {
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
