/** What entries of the same story in several feeds have in common, as numbers that an index compares. */
import { foldText } from './query/fold-text.ts'
import { isTrackingParameter } from '../core/tracking-parameters.ts'

/** Half-width characters: many entries share shorter titles such as "Weekly links". */
const MIN_TITLE_WIDTH = 20
/** Chinese, Japanese and Korean characters are as wide as two and say as much. */
const FULL_WIDTH = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/gu

const DAY_MS = 86_400_000
/** ms between two entries of one story: of one address, and of one title. */
export const STORY_WITHIN_MS = { address: 30 * DAY_MS, title: 3 * DAY_MS }

export type StoryKeys = { readonly address: number | null; readonly title: number | null }

/** The used members of a `URL`. */
export type ParsedAddress = {
  readonly protocol: string
  readonly host: string
  readonly pathname: string
  readonly hash: string
  readonly searchParams: Iterable<[name: string, value: string]>
}

/** @param entry.url null: it has none, or one that cannot be parsed */
export function storyKeysOf(entry: {
  readonly url: ParsedAddress | null
  readonly title: string | null
}): StoryKeys {
  const [address, title] = [canonicalAddress(entry.url), normalisedTitle(entry.title)]
  return { address: address === null ? null : hashOf(address), title: title === null ? null : hashOf(title) }
}

/**
 * An address without what does not change the page: scheme, www, port of the scheme, fragment, tracking parameters, order
 * of parameters, slash at the end.
 * @returns null where it names no page of its own: the home page of a site
 */
export function canonicalAddress(url: ParsedAddress | null): string | null {
  if (url === null) return null
  const { protocol, host, pathname, searchParams, hash } = url
  if (protocol !== 'https:' && protocol !== 'http:') return null
  const parameters = [...searchParams]
    .filter(([name]) => !isTrackingParameter(name))
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join('&')
  const path = pathname.replace(/\/+$/, '')
  // Pages of some sites differ in the fragment only.
  const page = hash.startsWith('#!') || hash.startsWith('#/') ? hash : ''
  if (path === '' && parameters === '' && page === '') return null
  return `${host.replace(/^www\./, '')}${path}?${parameters}${page}`
}

/** A title as its letters and digits. @returns null where it is too short to tell entries apart */
export function normalisedTitle(title: string | null): string | null {
  if (title === null) return null
  const words = foldText(title)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
  const width = words.length + (words.match(FULL_WIDTH)?.length ?? 0)
  return width < MIN_TITLE_WIDTH ? null : words
}

/** 53 bits (cyrb53, public domain): SQLite and JavaScript hold it exactly. */
function hashOf(text: string): number {
  let [high, low] = [0xde_ad_be_ef, 0x41_c6_ce_57]
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    high = Math.imul(high ^ unit, 2_654_435_761)
    low = Math.imul(low ^ unit, 1_597_334_677)
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0)
}
