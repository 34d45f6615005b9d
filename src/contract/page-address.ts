/** Addresses of feeds that the server makes of web pages: the page, and what is picked on it. */

/** What is picked on a page, as CSS selectors: `item` on the page, the others within an item. Empty: found automatically. */
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
}

export const selectorNames = ['item', 'title', 'link', 'date', 'summary'] as const
export type SelectorName = (typeof selectorNames)[number]

export const SELECTOR_MAX = 300
const ADDRESS_MAX = 2048
const SCHEME = 'lectern:'
const HOST = 'page'

/** The same page and selectors always have the same address. */
export function pageAddressOf(source: PageSource): string {
  const parameters = new URLSearchParams({ url: source.url })
  for (const name of selectorNames) if (source[name] !== '') parameters.set(name, source[name])
  if (source.usesFetcher) parameters.set('fetcher', '1')
  return `${SCHEME}//${HOST}?${parameters}`
}

/** @returns null for every other address, and for one without a page or an item */
export function readPageAddress(address: string): PageSource | null {
  const parsed = address.startsWith(`${SCHEME}//${HOST}?`) ? URL.parse(address) : null
  if (!parsed) return null
  const { searchParams: parameters } = parsed
  const url = URL.parse(parameters.get('url') ?? '')
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > ADDRESS_MAX) return null
  url.hash = ''
  const selector = (name: SelectorName) => (parameters.get(name) ?? '').trim()
  const source = {
    url: url.href,
    item: selector('item'),
    title: selector('title'),
    link: selector('link'),
    date: selector('date'),
    summary: selector('summary'),
    usesFetcher: parameters.get('fetcher') === '1',
  }
  const isValid = source.item !== '' && selectorNames.every((name) => source[name].length <= SELECTOR_MAX)
  return isValid ? source : null
}

/** True of feeds, and of pages made into feeds, that the server requests from the web at their own address. */
export const isOfTheWeb = (address: string): boolean =>
  /^https?:/.test(address) || readPageAddress(address) !== null

/** What users see of a feed's address: of a page that was made into a feed, the page's. */
export const visibleAddress = (address: string): string => readPageAddress(address)?.url ?? address
