/** What a plugin in a sandbox has made of HTML, without addresses of hosts that it was not granted. */
import { documentOf } from '../../plugin-api/content-document.ts'

type Reach = {
  /** Hosts with their ports where these are not the usual ones. */
  readonly hosts: ReadonlySet<string>
  /** What the plugin was handed: addresses in it are no news to anybody. */
  readonly original: string
  /** Is told of each host whose pictures or films are shown because it was granted. */
  readonly contacted: (host: string) => void
}

const LINKS = ['href', 'cite', 'xlink:href', 'longdesc', 'action', 'formaction', 'ping']
const FETCHED = [
  'src',
  'srcset',
  'imagesrcset',
  'poster',
  'background',
  'data',
  'lowsrc',
  'dynsrc',
  'manifest',
]
/** Parsers may read a serialised document otherwise than it was; one that is stable is found at once or never. */
const MAX_ROUNDS = 4

/** Text that no attribute is in stays as it is. Works on documents that load nothing. */
export function withinHosts(html: string, reach: Reach): string {
  if (!html.includes('=')) return html
  const known = addressesIn(reach.original)
  const hosts = new Set<string>()
  let before = html
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const after = filtered(before, { known, reach, hosts })
    if (after === before) {
      for (const host of hosts) reach.contacted(host)
      return after
    }
    before = after
  }
  return ''
}

type Filter = { readonly known: ReadonlySet<string>; readonly reach: Reach; readonly hosts: Set<string> }

function filtered(html: string, { known, reach, hosts }: Filter): string {
  const { body } = documentOf(html)
  for (const template of body.querySelectorAll('template')) template.remove()
  for (const element of body.querySelectorAll('*'))
    for (const { name, value } of Array.from(element.attributes)) {
      const isFetched = FETCHED.includes(name)
      if (!isFetched && !LINKS.includes(name)) continue
      const addresses = addressesOf(name, value)
      if (
        !addresses.every(
          (address) => isLocal(address) || known.has(address) || isGranted(address, reach.hosts),
        )
      )
        element.removeAttribute(name)
      else if (isFetched)
        for (const address of addresses) if (!known.has(address)) hosts.add(URL.parse(address)?.host ?? '')
    }
  hosts.delete('')
  return body.innerHTML
}

/** Those of a value: of `srcset` one for each candidate. */
const addressesOf = (name: string, value: string): string[] =>
  name.endsWith('srcset')
    ? value.split(/,\s+|,(?=https?:)/).map((candidate) => candidate.trim().split(/\s+/)[0] ?? '')
    : [value.trim()]

/** It stays in the entry, or leads to no server of the web. */
const isLocal = (address: string): boolean => /^(#|mailto:|tel:|data:image\/)/i.test(address)

export const isGranted = (address: string, hosts: ReadonlySet<string>): boolean => {
  const url = URL.parse(address)
  return url !== null && /^https?:$/.test(url.protocol) && hosts.has(url.host)
}

/** The addresses in the attributes and the texts of a document. */
function addressesIn(html: string): ReadonlySet<string> {
  const { body } = documentOf(html)
  const attributes = Array.from(body.querySelectorAll('*')).flatMap((element) =>
    [...LINKS, ...FETCHED].flatMap((name) => addressesOf(name, element.getAttribute(name) ?? '')),
  )
  return new Set([...attributes, ...webAddressesIn(body.textContent ?? '')])
}

export const webAddressesIn = (text: string): readonly string[] =>
  text.match(/https?:\/\/[^\s"'<>\\]+/g) ?? []
