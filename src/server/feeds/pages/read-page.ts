/** Makes a feed of a page: one entry per item. Pure; the entries are not yet sanitised. */
import type { PageSelectors } from '../../../contract/page-address.ts'
import type { Document } from '../fetch/document.ts'
import type { RawEntry, RawFeed } from '../normalise/normalised.ts'
import { itemsOf, lineOf, parsePage, type Page, type PageElement } from './page-document.ts'
import { partsOfItem } from './parts-of-item.ts'

const ITEMS_MAX = 200

/** @throws PageError where nothing matches, and for an invalid selector */
export function readPage(
  page: Pick<Document, 'bytes' | 'contentType' | 'url'>,
  selectors: PageSelectors,
): RawFeed {
  const parsed = parsePage(page)
  const { base } = parsed
  return {
    ...feedOfPage(parsed, page.url),
    entries: itemsOf(parsed, selectors)
      .slice(0, ITEMS_MAX)
      .map((item) => entryOf(item, selectors, base))
      .filter(({ title, url, content }) => Boolean(title || url || content)),
  }
}

/** What a page says of itself. @param url its address */
export function feedOfPage({ document, base }: Page, url: string): Omit<RawFeed, 'entries'> {
  return {
    title: lineOf(document.querySelector('title')) || undefined,
    titleIsText: true,
    description: document.querySelector('meta[name="description"]')?.getAttribute('content') ?? undefined,
    siteUrl: url,
    language: document.documentElement.getAttribute('lang') ?? undefined,
    base,
  }
}

function entryOf(item: PageElement, selectors: PageSelectors, base: string): RawEntry {
  const { title, url, date, summary, pictures } = partsOfItem(item, selectors, base)
  const parts = [
    ...pictures
      .filter((picture) => !summary?.contains(picture))
      .map((picture) => `<p>${picture.outerHTML}</p>`),
    ...(summary ? [summary.innerHTML] : []),
  ]
  return {
    url,
    title,
    titleIsText: true,
    content: parts.length > 0 ? parts.join('\n') : undefined,
    contentBase: base,
    dates: [date],
  }
}
