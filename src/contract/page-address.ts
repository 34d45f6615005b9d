/** Addresses of feeds that the server makes of web pages: the page, and the selectors for it. */

/**
 * The selected parts of a page, as CSS selectors: `item` on the page, the others within an item. Empty: found automatically,
 * and for `item` of a feed of changes the main text.
 */
export type PageSelectors = {
  readonly item: string
  readonly title: string
  readonly link: string
  readonly date: string
  readonly summary: string
}
export type PageSource = PageSelectors & {
  /** Of the page; http or https. */
  readonly url: string
  /** The page is fetched through the outside fetcher. */
  readonly usesFetcher: boolean
  /** The entries are the changes of the text that `item` selects. */
  readonly changes?: boolean
}

export const selectorNames = ['item', 'title', 'link', 'date', 'summary'] as const
export type SelectorName = (typeof selectorNames)[number]

export const SELECTOR_MAX = 300
const ADDRESS_MAX = 2048
const START = 'lectern://page?'
const FETCHER = ['fetcher', '1'] as const
const CHANGES = ['changes', '1'] as const

/** The same page and selectors always have the same address. */
export function pageAddressOf(source: PageSource): string {
  const named = selectorNames.flatMap((name) => (source[name] === '' ? [] : [[name, source[name]] as const]))
  const parameters = [
    ['url', source.url] as const,
    ...named,
    ...(source.usesFetcher ? [FETCHER] : []),
    ...(source.changes ? [CHANGES] : []),
  ]
  return START + parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
}

/** @returns null for every other address, and for one without a page, or without an item where it needs one */
export function readPageAddress(address: string): PageSource | null {
  if (!address.startsWith(START)) return null
  const [query = ''] = address.slice(START.length).split('#')
  const parameters = new Map(query.split('&').map(parameterOf))
  const [url = ''] = (parameters.get('url') ?? '').split('#')
  const selector = (name: SelectorName) => (parameters.get(name) ?? '').trim()
  const changes = parameters.get(CHANGES[0]) === CHANGES[1]
  const source = {
    url,
    item: selector('item'),
    title: selector('title'),
    link: selector('link'),
    date: selector('date'),
    summary: selector('summary'),
    usesFetcher: parameters.get(FETCHER[0]) === FETCHER[1],
    ...(changes && { changes }),
  }
  const hasPage = /^https?:\/\/[^\s/]+(\/\S*)?$/i.test(url) && url.length <= ADDRESS_MAX
  const hasItem =
    (changes || source.item !== '') && selectorNames.every((name) => source[name].length <= SELECTOR_MAX)
  return hasPage && hasItem ? source : null
}

function parameterOf(text: string): readonly [name: string, value: string] {
  const [name = '', ...rest] = text.split('=')
  try {
    return [name, decodeURIComponent(rest.join('=').replaceAll('+', ' '))]
  } catch {
    // A broken escape counts as no value.
    return [name, '']
  }
}

/** True of feeds, and of pages made into feeds, that the server requests from the web at their own address. */
export const isOfTheWeb = (address: string): boolean =>
  /^https?:/.test(address) || readPageAddress(address) !== null

/** What users see of a feed's address: of a page that was made into a feed, the page's. */
export const visibleAddress = (address: string): string => readPageAddress(address)?.url ?? address

/** The text that the letters and the colour in place of a feed's picture are derived from. */
export const siteOfFeed = ({
  siteUrl,
  url,
}: {
  readonly siteUrl?: string | null | undefined
  readonly url: string
}): string => siteUrl || visibleAddress(url)
