/** The parts of an item of a page: its title, address, date and summary. Pure. */
import type { PageSelectors } from '../../../contract/page-address.ts'
import { absolute } from '../normalise/address.ts'
import { lineOf, select, type PageElement } from './page-document.ts'

export type ItemParts = {
  readonly title: string
  readonly url: string | null
  /** As written on the page. */
  readonly date: string | undefined
  readonly summary: PageElement | null
  readonly pictures: readonly PageElement[]
}

const HEADINGS = 'h1, h2, h3, h4, h5, h6'
/** Maximum number of pictures of an item; more are a gallery of the page. */
const PICTURES_MAX = 4
const TITLE_MAX = 200

/** @throws PageError for an invalid selector */
export function partsOfItem(item: PageElement, selectors: PageSelectors, base: string): ItemParts {
  const within = (name: 'title' | 'link' | 'date' | 'summary'): PageElement | null =>
    selectors[name] === '' ? null : (select(item, name, selectors)[0] ?? null)
  const titleElement =
    within('title') ?? [...item.querySelectorAll(HEADINGS)].find((one) => lineOf(one)) ?? null
  const link = linkOf(within('link'), titleElement, item)
  return {
    title: titleIn(titleElement) || titleIn(link) || titleIn(item),
    url: webAddress(link?.getAttribute('href'), base),
    date: dateIn(within('date') ?? item.querySelector('time')),
    summary: within('summary'),
    pictures: [...item.querySelectorAll('img')].slice(0, PICTURES_MAX),
  }
}

/** The selected link, or the one in the selected element; else that of the title; else the item itself, or its link with the longest text. */
function linkOf(
  picked: PageElement | null,
  title: PageElement | null,
  item: PageElement,
): PageElement | null {
  const inPicked = picked && linkAt(picked)
  if (inPicked) return inPicked
  const inTitle = title && (linkAt(title) ?? title.closest('a[href]'))
  if (inTitle && (item === inTitle || item.contains(inTitle))) return inTitle
  if (item.matches('a[href]')) return item
  const links = [...item.querySelectorAll('a[href]')]
  return links.toSorted((a, b) => lineOf(b).length - lineOf(a).length)[0] ?? null
}

const linkAt = (element: PageElement): PageElement | null =>
  element.matches('a[href]') ? element : element.querySelector('a[href]')

function titleIn(element: PageElement | null): string {
  const text = lineOf(element)
  const title =
    text || element?.getAttribute('title') || element?.querySelector('img')?.getAttribute('alt') || ''
  return title.length > TITLE_MAX ? `${title.slice(0, TITLE_MAX)}…` : title
}

const dateIn = (element: PageElement | null): string | undefined =>
  element?.getAttribute('datetime') || element?.getAttribute('content') || lineOf(element) || undefined

function webAddress(href: string | null | undefined, base: string): string | null {
  const address = absolute(href ?? undefined, base)
  return address !== null && /^https?:/.test(address) ? address : null
}
