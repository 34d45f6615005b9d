/** Text constructs of feeds: plain, HTML, inline XHTML, or encoded, often without a declared type. */
import { elementsIn, firstSaying, textOf, type Element } from '../parse/element.ts'
import { innerHtml, innerMixed } from '../parse/markup.ts'
import { htmlOfText } from './text.ts'

/** The default type of a text: plain in Atom, HTML in every other format. */
export type Dialect = 'atom' | 'rss'

const TAGS =
  /<\/?(p|br|div|a|img|ul|ol|li|b|i|em|strong|span|h[1-6]|blockquote|pre|code|table|figure|iframe)\b[^>]*>/i

/** @returns the text as HTML, or undefined when it is empty */
export function htmlOf(element: Element | undefined, dialect: Dialect): string | undefined {
  if (!element) return undefined
  const html = read(element, dialect)
  return html === undefined || html.trim() === '' ? undefined : html
}

function read(element: Element, dialect: Dialect): string | undefined {
  const { type, mode } = kindOf(element)
  if (mode === 'base64') return fromBase64(element, type)
  if (type === 'multipart/alternative') return alternative(element, dialect)
  if (elementsIn(element).length > 0) return inPlace(element, dialect)
  const text = textOf(element)
  if (text === undefined || /^(audio|video|image)\//.test(type)) return undefined
  if (type === '') return untyped(text, dialect)
  if (isPlain(type)) return htmlOfText(text)
  if (isMarkup(type) || mode === 'escaped') return text
  return type.includes('/') && !type.startsWith('text/') ? fromBase64(element, type) : htmlOfText(text)
}

const isPlain = (type: string): boolean => type === 'text' || type === 'plain' || type === 'text/plain'
const isMarkup = (type: string): boolean => /^(x?html|text\/html|.*\bxml)$/.test(type)

const kindOf = ({ attributes }: Element): { type: string; mode: string } => ({
  type: (attributes['type'] ?? '')
    .trim()
    .toLowerCase()
    .replace(/\s*;.*$/, ''),
  mode: (attributes['mode'] ?? '').trim().toLowerCase(),
})

/** Undeclared HTML is more common in feeds than plain text with tags. */
function untyped(text: string, dialect: Dialect): string {
  const markup = dialect === 'atom' ? TAGS.test(text) : /[<&]/.test(text)
  return markup ? text : htmlOfText(text)
}

function inPlace(element: Element, dialect: Dialect): string {
  const [only, ...more] = elementsIn(element)
  const text = element.children.some((child) => typeof child === 'string' && child.trim() !== '')
  // XHTML must be wrapped in one div, which is not part of the text.
  const inside =
    only && more.length === 0 && !text && (only.local === 'div' || only.local === 'body') ? only : element
  const html = dialect === 'atom' ? innerHtml(inside) : innerMixed(inside)
  return html.trim()
}

function alternative(element: Element, dialect: Dialect): string | undefined {
  const parts = elementsIn(element)
  const best = parts.find((part) => isMarkup(kindOf(part).type)) ?? parts[0]
  return best ? read(best, dialect) : undefined
}

function fromBase64(element: Element, type: string): string | undefined {
  const text = textOf(element)?.replace(/\s+/g, '') ?? ''
  if (text === '' || !/^[a-z\d+/]+={0,2}$/i.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64')
  try {
    const decoded = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return isPlain(type) ? htmlOfText(decoded) : decoded
  } catch {
    return undefined
  }
}

export type Title = { readonly text: string; readonly isText: boolean }

/** A title, and whether it is plain text without markup. */
export function titleOf(element: Element | undefined, dialect: Dialect): Title | undefined {
  if (!element) return undefined
  const { type, mode } = kindOf(element)
  if (elementsIn(element).length > 0) return { text: innerMixed(element), isText: false }
  const text = mode === 'base64' ? fromBase64(element, 'html') : textOf(element)
  if (text === undefined) return undefined
  return { text, isText: isPlain(type) || (type === '' && dialect === 'atom') }
}

/** The first of these children that is not empty. */
export const firstText = (parent: Element, ...names: readonly string[]): string | undefined => {
  for (const name of names) {
    const matches = textOf(firstSaying(parent, name))
    if (matches !== undefined) return matches
  }
  return undefined
}
