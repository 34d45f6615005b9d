/** Serialises elements to markup, for content that a feed contains as elements. */
import { escapeAttribute, escapeMarkup } from '../../../core/escape-markup.ts'
import { absolute } from '../normalise/address.ts'
import type { Element } from './element.ts'

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
const ADDRESSES = new Set(['href', 'src', 'cite', 'poster', 'action', 'longdesc', 'data', 'background'])

/** An element's content as HTML; text is escaped. */
export const innerHtml = (element: Element): string => inner(element, element.base, escapeMarkup)

/** As {@link innerHtml}, for formats that escape markup: text with tags counts as markup. */
export const innerMixed = (element: Element): string =>
  inner(element, element.base, (text) => (/<\/?[a-z]|&[#\w]+;/i.test(text) ? text : escapeMarkup(text)))

type Write = (text: string) => string

function inner({ children }: Element, base: string | null, write: Write): string {
  return children
    .map((child) => (typeof child === 'string' ? write(child) : outer(child, base, write)))
    .join('')
}

function outer(element: Element, base: string | null, write: Write): string {
  const { local, attributes } = element
  const written = Object.entries(attributes)
    .filter(([name]) => !name.includes(':') && !name.startsWith('xmlns') && /^[a-z][\w.-]*$/.test(name))
    .map(([name, value]) => ` ${name}="${escapeAttribute(addressed(name, value, element.base, base))}"`)
    .join('')
  if (!/^[a-z][\w.-]*$/.test(local)) return inner(element, base, write)
  if (VOID.has(local)) return `<${local}${written}>${inner(element, base, write)}`
  return `<${local}${written}>${inner(element, base, write)}</${local}>`
}

/** An inner xml:base is lost with the elements, so it is applied here. */
function addressed(name: string, value: string, own: string | null, base: string | null): string {
  return own !== base && ADDRESSES.has(name) ? (absolute(value, own) ?? value) : value
}
