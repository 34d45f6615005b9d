/** Makes a feed of a page: one entry per item. Pure; the entries are not yet sanitised. */
import type { PageSelectors } from '../../../contract/page-address.ts'
import type { Document } from '../fetch/document.ts'
import type { RawEntry, RawFeed } from '../normalise/normalised.ts'
import { itemsOf, lineOf, parsePage, type PageElement } from './page-document.ts'
import { partsOfItem } from './parts-of-item.ts'

const ITEMS_MAX = 200

/** @throws PageError where nothing matches, and for an invalid selector */
export function readPage(
  page: Pick<Document, 'bytes' | 'contentType' | 'url'>,
  selectors: PageSelectors,
): RawFeed {
  const parsed = parsePage(page)
  const { document, base } = parsed
  const meta = (name: string) =>
    document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? undefined
  return {
    title: lineOf(document.querySelector('title')) || undefined,
    titleIsText: true,
    description: meta('description'),
    siteUrl: page.url,
    language: document.documentElement.getAttribute('lang') ?? undefined,
    base,
    entries: itemsOf(parsed, selectors)
      .slice(0, ITEMS_MAX)
      .map((item) => entryOf(item, selectors, base))
      .filter(({ title, url, content }) => Boolean(title || url || content)),
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
