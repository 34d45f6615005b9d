/** Finds all feeds behind an address with as few requests as possible. */
import { isAddressWithoutScheme } from '../../../contract/typed-address.ts'
import { Refusal } from '../../http/refusal.ts'
import { normaliseAddress } from '../fetch/source.ts'
import type { DiscoveredFeed } from './hosts/rule.ts'
import { hostFeeds, podcastLookup, profileFeed } from './hosts.ts'
import { inspectAddress, type AddressContent } from './inspect-address.ts'

/** Tried in this order when a page links to no feed; the first feed ends the search. */
const COMMON_PATHS = [
  '/feed',
  '/rss',
  '/atom.xml',
  '/index.xml',
  '/feed.xml',
  '/rss.xml',
  '/feed.json',
  '/blog/feed',
  '/blog/index.xml',
  '/feeds/posts/default',
  '/?feed=rss2',
  '/index.rdf',
  '/.rss',
]
const GUESSES_MAX = 6

type DiscoverServices = Parameters<typeof inspectAddress>[0]
type InspectedFeed = Extract<AddressContent, { kind: 'feed' }>
/** The feeds, and the one that was already fetched during the search, so that it is not fetched twice. */
export type Discovery = { readonly feeds: readonly DiscoveredFeed[]; readonly looked: InspectedFeed | null }

/** @throws Refusal feedFetchError when the address cannot be fetched, invalidParameter when it is not an address */
export async function discover(services: DiscoverServices, input: string): Promise<Discovery> {
  const address = normaliseAddress(input)
  if (!address) throw new Refusal('invalidParameter', 'This is not a web address')
  const hostKnown = hostFeeds(address)
  if (hostKnown) return { feeds: hostKnown, looked: null }
  const podcast = await podcastOf(services, address)
  if (podcast) return { feeds: [{ url: podcast, title: null }], looked: null }
  const inspected = await inspectTyped(services, input, address)
  if (inspected.kind === 'feed') return feeds(inspected)
  const profile = URL.parse(address) ? profileFeed(new URL(address)) : null
  if (profile) {
    const profileResult = await inspectAddress(services, profile)
    if (profileResult.kind === 'feed') return feeds(profileResult)
  }
  if (inspected.kind === 'failed') throw refusalOf(inspected)
  return feedsBehindPage(services, inspected, true)
}

/** Why there is no feed at an address. */
export function refusalOf({
  message,
  missing,
  isUnreadable,
}: Extract<AddressContent, { kind: 'failed' }>): Refusal {
  if (missing) return new Refusal(missing)
  return new Refusal(isUnreadable ? 'feedParseError' : 'feedFetchError', message)
}

/** Apple's podcast pages link to no feed, but Apple's lookup service returns it by number. */
async function podcastOf(services: DiscoverServices, address: string): Promise<string | null> {
  const url = URL.parse(address)
  const lookup = url ? podcastLookup(url) : null
  if (!lookup) return null
  const inspected = await inspectAddress(services, lookup)
  return inspected.kind === 'page' ? inspected.page.podcast : null
}

/** A name without a scheme is tried with https first, then with http. */
async function inspectTyped(
  services: DiscoverServices,
  input: string,
  address: string,
): Promise<AddressContent> {
  const inspected = await inspectAddress(services, address)
  const mayRetryHttp =
    inspected.kind === 'failed' && inspected.status === null && isAddressWithoutScheme(input.trim())
  if (!mayRetryHttp) return inspected
  const httpResult = await inspectAddress(services, address.replace(/^https:/, 'http:'))
  // A response tells more than none.
  return httpResult.kind === 'failed' && httpResult.status === null ? inspected : httpResult
}

async function feedsBehindPage(
  services: DiscoverServices,
  { document, page }: Extract<AddressContent, { kind: 'page' }>,
  mayMove: boolean,
): Promise<Discovery> {
  const { url } = document
  const { declared, guessed, movesTo } = page.offered
  if (declared.length > 0) return { feeds: declared, looked: null }
  if (movesTo && mayMove && movesTo !== url) {
    const target = await inspectAddress(services, movesTo)
    if (target.kind === 'feed') return feeds(target)
    if (target.kind === 'page') return feedsBehindPage(services, target, false)
  }
  const likely = [...guessed.slice(0, GUESSES_MAX), ...page.generated, ...commonAddresses(url)]
  return tryEach(services, likely)
}

/** Common paths below the page's own folder first, then below the root. */
function commonAddresses(url: string): string[] {
  const { origin, pathname } = new URL(url)
  const folder = pathname.replace(/\/[^/]*$/, '')
  const below =
    folder === '' ? [] : ['/feed', '/index.xml', '/atom.xml'].map((path) => `${origin}${folder}${path}`)
  return [...below, ...COMMON_PATHS.map((path) => origin + path)]
}

async function tryEach(services: DiscoverServices, addresses: readonly string[]): Promise<Discovery> {
  for (const address of new Set(addresses)) {
    const inspected = await inspectAddress(services, address)
    if (inspected.kind === 'feed') return feeds(inspected)
    // A site that does not respond at all will not respond for the next path either.
    if (inspected.kind === 'failed' && inspected.status === null) break
  }
  return { feeds: [], looked: null }
}

const feeds = (inspected: InspectedFeed): Discovery => ({
  feeds: [{ url: inspected.address, title: inspected.read.feed.title }],
  looked: inspected,
})
