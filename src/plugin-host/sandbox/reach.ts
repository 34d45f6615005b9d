/** Which addresses a plugin in a sandbox may lead the user to: of hosts that it was granted, and those of the user's entries. */
import { grantedHosts } from '../../contract/granted-hosts.ts'
import { hostOf } from '../../contract/plugin-bundle.ts'
import type { Manifest } from '../../plugin-api/manifest.ts'
import { MAX_DETAIL, type PluginSearchResult } from '../../plugin-api/search.ts'
import type { PluginNode } from '../../plugin-api/tree.ts'
import { isGranted, webAddressesIn, withinHosts } from './within-hosts.ts'

/** Addresses of entries that are remembered, the latest. */
const MAX_KNOWN = 20_000

export type Reach = {
  /** What the plugin was given of the user's library. */
  readonly received: (value: unknown) => void
  readonly settingsChanged: (settings: Readonly<Record<string, unknown>>) => void
  /** @param original what the plugin has made it of */
  readonly html: (html: string, original: string) => string
  /** Links to other addresses, and pictures of other hosts, become texts. */
  readonly tree: (node: PluginNode) => PluginNode
  /** Results that lead to other addresses name the host: the user opens them by hand. */
  readonly results: (results: readonly PluginSearchResult[]) => PluginSearchResult[]
}

const withHost = ({ url, detail }: { readonly url: string; readonly detail?: string | undefined }): string =>
  [URL.parse(url)?.host, detail].filter(Boolean).join(' · ').slice(0, MAX_DETAIL)

/** Brackets stand around most addresses, and within a few. */
const addressesInMarkdown = (text: string): readonly string[] => [
  ...webAddressesIn(text),
  ...webAddressesIn(text.replaceAll(/[()[\]]/g, ' ')),
]

/** @param contacted is told of hosts that what the plugin made contacts when it is shown */
export function createReach(
  { permissions }: Pick<Manifest, 'permissions'>,
  contacted: (host: string) => void,
): Reach {
  const known = new Set<string>()
  const hostsWith = (settings: Readonly<Record<string, unknown>>) =>
    grantedHosts(permissions, (setting) => hostOf(URL.parse(String(settings[setting] ?? ''))))
  let hosts = hostsWith({})
  const remember = (text: string) => {
    for (const address of webAddressesIn(text)) {
      // The latest is at the end.
      known.delete(address)
      known.add(address)
    }
    for (const address of known) {
      if (known.size <= MAX_KNOWN) break
      known.delete(address)
    }
  }
  const received = (value: unknown): void => {
    if (typeof value === 'string') return remember(value)
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(received)
  }
  const leadsTo = (url: string): boolean => known.has(url) || isGranted(url, hosts)
  const tree = (node: PluginNode): PluginNode => {
    if (node.kind === 'stack') return { ...node, children: node.children.map(tree) }
    if (node.kind === 'list') return { ...node, items: node.items.map(tree) }
    if (node.kind === 'markdown')
      return { ...node, reachable: addressesInMarkdown(node.text).filter(leadsTo) }
    const asText = (words: string): PluginNode => ({
      kind: 'text',
      text: words,
      ...(node.key !== undefined && { key: node.key }),
    })
    if (node.kind === 'picture')
      return node.url.startsWith('data:') || isGranted(node.url, hosts) ? node : asText(node.description)
    return node.kind !== 'link' || leadsTo(node.url) ? node : asText(node.label)
  }
  return {
    received,
    settingsChanged: (settings) => void (hosts = hostsWith(settings)),
    html: (html, original) => (html === original ? html : withinHosts(html, { hosts, original, contacted })),
    tree,
    results: (results) =>
      results.map((result) =>
        'url' in result && !leadsTo(result.url) ? { ...result, detail: withHost(result) } : result,
      ),
  }
}
