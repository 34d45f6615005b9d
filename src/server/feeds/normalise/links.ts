/** Links of a feed or entry, in the text or the attributes of `link` elements. */
import { elementsIn, textOf, type Element } from '../parse/element.ts'
import { absolute, appAddress } from './address.ts'

export type Link = {
  readonly rel: string
  readonly type: string
  readonly url: string
  readonly title: string | undefined
  readonly length: string | undefined
  /** As RSS writes it: the address as text. */
  readonly isText: boolean
}

/** @param base the base address without xml:base */
export function linksOf(parent: Element, base: string | null): Link[] {
  return linkElements(parent).flatMap((element) => {
    const url = absolute(writtenIn(element), element.base ?? base)
    return url ? [linkOf(element, url)] : []
  })
}

/** Links that open an application, such as `magnet:`. They name a file, not a page. */
export const appLinksOf = (parent: Element): Link[] =>
  linkElements(parent).flatMap((element) => {
    const url = appAddress(writtenIn(element))
    return url ? [linkOf(element, url)] : []
  })

const linkElements = (parent: Element): Element[] =>
  elementsIn(parent).filter(({ name }) => name === 'link' || name === 'atom:link')

const writtenIn = (element: Element): string | undefined =>
  element.attributes['href'] ?? textOf(element) ?? element.attributes['rdf:resource']

const linkOf = ({ attributes }: Element, url: string): Link => ({
  rel: relOf(attributes['rel']),
  type: (attributes['type'] ?? '').toLowerCase(),
  url,
  title: attributes['title'],
  length: attributes['length'],
  isText: attributes['href'] === undefined,
})

/** A rel may be the whole address of the registry (RFC 4287, 4.2.7.2). */
const relOf = (rel: string | undefined): string =>
  (rel ?? 'alternate')
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/www\.iana\.org\/assignments\/(link-)?relations?\//, '') || 'alternate'

/** The link to the page: one written as text, then an alternate in HTML, then any alternate. */
export function pageOf(links: readonly Link[]): string | null {
  const text = links.find(({ isText }) => isText)
  const alternates = links.filter(({ rel, isText }) => !isText && rel === 'alternate')
  const html = alternates.find(({ type }) => type === '' || type.includes('html'))
  return (text ?? html ?? alternates[0])?.url ?? null
}
