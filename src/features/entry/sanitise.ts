/**
 * Sanitises content in the browser (a second defence after the server) and prepares it for reading. The resulting fragment
 * is cached and cloned, so that navigation to a cached entry repeats none of this.
 */
import createPurifier, { type Config, type DOMPurify } from 'dompurify'
import { isAppAddress } from '../../core/app-address.ts'
import { markFootnotes } from './footnotes.ts'
import { dressFrames, framesToLinks } from './frames.ts'
import { dressLinks, linkBareAddresses } from './links.ts'
import { hideRepeatedHeadline } from './repeated-headline.ts'
import { dressPictures, type PictureOptions } from './pictures.ts'

/** Counts what the server removed from an entry for privacy; it marks each position. */

/** Value `pixel` for a tracking pixel, or the number of parameters removed from a link. */
const REMOVED = 'data-removed'

/** Counts and removes the marks. */
function countRemoved(content: DocumentFragment): { pixels: number; parameters: number } {
  const removed = { pixels: 0, parameters: 0 }
  for (const element of content.querySelectorAll(`[${REMOVED}]`)) {
    const mark = element.getAttribute(REMOVED) ?? ''
    if (element.localName === 'wbr') {
      removed.pixels += 1
      element.remove()
      continue
    }
    removed.parameters += /^\d{1,3}$/.test(mark) ? Number(mark) : 0
    element.removeAttribute(REMOVED)
  }
  return removed
}

export type ContentOptions = {
  /** Keep the feed's inline styles (readerRenderInlineStyle). */
  readonly inlineStyle: boolean
  /** Label of the button that loads an embedded frame. */
  readonly frameLabel: (host: string) => string
  /** Message about removed trackers; null when there were none. */
  readonly removedMessage: (pixels: number, parameters: number) => string | null
  /** Accessible name of a table's scrolling region. */
  readonly tableLabel: string
  /** Address of the entry's page: links to it with a fragment stay within the entry. */
  readonly page: string | null
  /** The entry's title: a headline that repeats it is hidden. */
  readonly title: string | null
} & PictureOptions

const config: Config = {
  RETURN_DOM_FRAGMENT: true,
  // SVG has scripts, links and styles of its own: the server sends none, and none is allowed.
  USE_PROFILES: { html: true, mathMl: true },
  ADD_TAGS: ['iframe'],
  ADD_ATTR: ['allowfullscreen', 'controls', 'poster', 'loading', 'srcset', 'sizes', REMOVED],
  FORBID_TAGS: [
    'form',
    'input',
    'button',
    'textarea',
    'select',
    'option',
    'optgroup',
    'datalist',
    'fieldset',
    'label',
    'output',
    'style',
    'dialog',
    'link',
    'meta',
    'base',
    'template',
    'slot',
    'map',
    'area',
  ],
  FORBID_ATTR: [
    'autoplay',
    'autofocus',
    'tabindex',
    'contenteditable',
    'popover',
    'popovertarget',
    'accesskey',
    'slot',
    'background',
    'usemap',
    'xlink:href',
    'role',
  ],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  // A feed's ids must not collide with the app's; links inside the entry get the same prefix below.
  SANITIZE_NAMED_PROPS: true,
}

/**
 * Allowed declarations: the server's list, as browsers expand it. None of them fetches, moves, covers or paints outside
 * of its box.
 */
const allowedProperties =
  /^(color|background-color|text-align(-all|-last)?|text-decoration(-line|-style|-color|-thickness)?|font-weight|font-style|vertical-align|alignment-baseline|baseline-(shift|source)|white-space(-collapse)?|text-wrap(-mode)?|list-style-type|width|max-width|height|aspect-ratio)$/
/** Values that fetch or execute, should a browser accept one for an allowed property. */
const unsafeValue = /url\s*\(|image-set|expression\s*\(/i
/** The language for the highlighter. Any other class could be one of the app's and imitate its interface. */
const language = /^lang(uage)?-[\w+#.-]{1,40}$/

const addresses = new Set(['href', 'src', 'poster', 'cite'])
const web = /^(https?:\/\/|mailto:|tel:|#)/i
const picture = /^data:image\/(png|gif|jpe?g|webp|avif|bmp)[;,]/i
/** Stricter than DOMPurify: http, mail and phone links, those of known applications, and data URLs only for raster pictures. */
export function isAllowedAttribute(element: Element, name: string, value: string): boolean {
  if (name === 'srcset') return value.split(/,\s+/).every((one) => /^https?:\/\//i.test(one.trim()))
  if (name === 'class') return /^(code|pre)$/.test(element.localName) && language.test(value)
  const isPicture = element.localName === 'img' && name === 'src'
  if (isAppLink(element, name, value)) return true
  return !addresses.has(name) || web.test(value.trim()) || (isPicture && picture.test(value.trim()))
}

const isAppLink = (element: Element, name: string, value: string): boolean =>
  element.localName === 'a' && name === 'href' && isAppAddress(value)

/** One purifier per configuration: passing the configuration with each call would parse it each time. */
const purifiers = new Map<boolean, DOMPurify>()

function purifierOf(inlineStyle: boolean): DOMPurify {
  const purifier = purifiers.get(inlineStyle) ?? createConfigured(inlineStyle)
  purifiers.set(inlineStyle, purifier)
  return purifier
}

function createConfigured(inlineStyle: boolean): DOMPurify {
  const purifier = createPurifier(window)
  const forbidden = config.FORBID_ATTR as string[]
  purifier.setConfig(inlineStyle ? config : { ...config, FORBID_ATTR: [...forbidden, 'style'] })
  purifier.addHook('uponSanitizeAttribute', (element, attribute) => {
    if (!isAllowedAttribute(element, attribute.attrName, attribute.attrValue)) attribute.keepAttr = false
    // DOMPurify's own list has only some of them.
    else if (isAppLink(element, attribute.attrName, attribute.attrValue)) attribute.forceKeepAttr = true
  })
  purifier.addHook('afterSanitizeAttributes', (element) => cleanStyle(element as HTMLElement))
  return purifier
}

/** Removes inline declarations that could move the element out of its box or fetch. */
export function cleanStyle(element: HTMLElement, allowed: RegExp = allowedProperties): void {
  if (!element.hasAttribute('style')) return
  const { style } = element
  for (const name of Array.from(style))
    if (!allowed.test(name) || unsafeValue.test(style.getPropertyValue(name))) style.removeProperty(name)
  // Serialised again, which drops declarations that this browser could not parse.
  const css = style.cssText
  if (css === '') element.removeAttribute('style')
  else element.setAttribute('style', css)
}

/** For export: without the app's own elements, and frames as links. */
export function sanitiseForExport(html: string): DocumentFragment {
  const cleaned = purifierOf(false).sanitize(html) as unknown
  const content = cleaned instanceof DocumentFragment ? cleaned : document.createDocumentFragment()
  countRemoved(content)
  framesToLinks(content)
  return content
}

/** @param html as stored; @returns nodes that can neither execute nor affect the page outside the entry */
export function sanitise(html: string, options: ContentOptions): DocumentFragment {
  const cleaned = purifierOf(options.inlineStyle).sanitize(html) as unknown
  // Some markup, such as a lone frameset, yields no fragment.
  const content = cleaned instanceof DocumentFragment ? cleaned : document.createDocumentFragment()
  dress(content, options)
  return content
}

/** What the renderer of formulas styles: spaces and lines of tables, sizes. Nothing that fetches, positions or covers. */
const mathematicsProperties =
  /^(math-(style|depth|shift)|padding(-(left|right|top|bottom))?|border-(left|right|top|bottom)(-(width|style|color))?|text-align|color|background-color|font-(weight|style)|width)$/
let mathematicsPurifier: DOMPurify | undefined

/** @param markup MathML of the renderer, whose input is untrusted; @returns clean nodes */
export function sanitiseMathematics(markup: string): DocumentFragment {
  if (!mathematicsPurifier) {
    mathematicsPurifier = createPurifier(window)
    mathematicsPurifier.setConfig({
      RETURN_DOM_FRAGMENT: true,
      USE_PROFILES: { mathMl: true },
      ADD_ATTR: ['class', 'style'],
      FORBID_ATTR: ['href', 'xlink:href', 'id'],
      ALLOW_DATA_ATTR: false,
    })
    mathematicsPurifier.addHook('uponSanitizeAttribute', (_, attribute) => {
      if (attribute.attrName === 'class' && !/^(tml-[\w-]+|\s)+$/.test(attribute.attrValue))
        attribute.keepAttr = false
    })
    mathematicsPurifier.addHook('afterSanitizeAttributes', (element) =>
      cleanStyle(element as unknown as HTMLElement, mathematicsProperties),
    )
  }
  return mathematicsPurifier.sanitize(markup) as unknown as DocumentFragment
}

/** Prepares links, frames, pictures and tables of clean content for reading. */
export function dress(content: DocumentFragment, options: ContentOptions): void {
  hideRepeatedHeadline(content, options.title)
  linkBareAddresses(content)
  dressLinks(content, options.page)
  markFootnotes(content)
  dressFrames(content, options.frameLabel)
  const removed = countRemoved(content)
  removed.pixels += dressPictures(content, options)
  wrapTables(content, options.tableLabel)
  appendRemovedMessage(content, options.removedMessage(removed.pixels, removed.parameters))
}

function appendRemovedMessage(content: DocumentFragment, message: string | null): void {
  if (message === null) return
  const paragraph = document.createElement('p')
  paragraph.className = 'entry-removed'
  paragraph.textContent = message
  content.append(paragraph)
}

/** A wide table scrolls in its own focusable box, so that the page never scrolls sideways. */
function wrapTables(content: DocumentFragment, label: string): void {
  for (const table of content.querySelectorAll('table')) {
    if (table.parentElement?.closest('table')) continue
    const box = document.createElement('div')
    box.className = 'entry-table ui-scroll'
    box.tabIndex = 0
    box.setAttribute('role', 'region')
    box.setAttribute('aria-label', table.caption?.textContent?.trim() || label)
    table.replaceWith(box)
    box.append(table)
  }
}
