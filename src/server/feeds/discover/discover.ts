/** Every feed behind an address, with no more requests than it takes. */
import { Refusal } from '../../http/refusal.ts'
import type { Pipeline } from '../pipeline.ts'
import { normaliseAddress } from '../fetch/source.ts'
import type { FoundFeed } from './found-feed.ts'
import { hostFeeds, podcastLookup, profileFeed } from './hosts.ts'
import { inspectAddress, type AddressContent } from './inspect-address.ts'

/** Tried in this order where a page names none; the first that is a feed ends it. */
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

type Asking = Pick<Pipeline, 'config' | 'outbound' | 'parsing' | 'now'>
type FeedLook = Extract<AddressContent, { kind: 'feed' }>
/** What was found, and what was already looked at on the way, so that nobody asks twice. */
export type Discovery = { readonly feeds: readonly FoundFeed[]; readonly looked: FeedLook | null }

/** @throws Refusal feedFetchError when the address itself gives no answer, invalidParameter when it is none */
export async function discover(asking: Asking, typed: string): Promise<Discovery> {
  const address = normaliseAddress(typed)
  if (!address) throw new Refusal('invalidParameter', 'This is not a web address')
  const known = hostFeeds(address)
  if (known) return { feeds: known, looked: null }
  const podcast = await podcastOf(asking, address)
  if (podcast) return { feeds: [{ url: podcast, title: null }], looked: null }
  const look = await firstLook(asking, typed, address)
  if (look.kind === 'feed') return found(look)
  const profile = URL.parse(address) ? profileFeed(new URL(address)) : null
  if (profile) {
    const beside = await inspectAddress(asking, profile)
    if (beside.kind === 'feed') return found(beside)
  }
  if (look.kind === 'failed') throw new Refusal('feedFetchError', look.words)
  return behindPage(asking, look, true)
}

/** Apple's pages name no feed, but Apple answers which one a number has. */
async function podcastOf(asking: Asking, address: string): Promise<string | null> {
  const url = URL.parse(address)
  const lookup = url ? podcastLookup(url) : null
  if (!lookup) return null
  const look = await inspectAddress(asking, lookup)
  return look.kind === 'page' ? look.page.podcast : null
}

/** A name without a scheme is tried with https first, then with http. */
async function firstLook(asking: Asking, typed: string, address: string): Promise<AddressContent> {
  const look = await inspectAddress(asking, address)
  const plain = look.kind === 'failed' && look.status === null && !/^[a-z][\w+.-]*:/i.test(typed.trim())
  if (!plain) return look
  const second = await inspectAddress(asking, address.replace(/^https:/, 'http:'))
  return second.kind === 'failed' ? look : second
}

async function behindPage(
  asking: Asking,
  { document, page }: Extract<AddressContent, { kind: 'page' }>,
  mayMove: boolean,
): Promise<Discovery> {
  const { url } = document
  const { declared, guessed, movesTo } = page.offered
  if (declared.length > 0) return { feeds: declared, looked: null }
  if (movesTo && mayMove && movesTo !== url) {
    const next = await inspectAddress(asking, movesTo)
    if (next.kind === 'feed') return found(next)
    if (next.kind === 'page') return behindPage(asking, next, false)
  }
  const likely = [...guessed.slice(0, GUESSES_MAX), ...page.generated, ...commonAddresses(url)]
  return tryEach(asking, likely)
}

/** Common paths below the page's own folder first, then below the root. */
function commonAddresses(url: string): string[] {
  const { origin, pathname } = new URL(url)
  const folder = pathname.replace(/\/[^/]*$/, '')
  const below =
    folder === '' ? [] : ['/feed', '/index.xml', '/atom.xml'].map((path) => `${origin}${folder}${path}`)
  return [...below, ...COMMON_PATHS.map((path) => origin + path)]
}

async function tryEach(asking: Asking, addresses: readonly string[]): Promise<Discovery> {
  for (const address of new Set(addresses)) {
    const look = await inspectAddress(asking, address)
    if (look.kind === 'feed') return found(look)
    // A site that does not answer at all will not answer for the next path either.
    if (look.kind === 'failed' && look.status === null) break
  }
  return { feeds: [], looked: null }
}

const found = (look: FeedLook): Discovery => ({
  feeds: [{ url: look.address, title: look.read.feed.title }],
  looked: look,
})
