/**
 * The second wall: what the server has cleaned is cleaned again before it enters the page, and made fit to be read here.
 * Returns a fragment, which is kept and cloned: the next entry is on the screen without any of this being done again.
 */
import createPurifier, { type Config, type DOMPurify } from 'dompurify'
import { countRemoved, REMOVED } from './count-removed.ts'
import { dressFrames } from './frames.ts'
import { dressLinks, linkBareAddresses } from './links.ts'
import { dressPictures, type Sizes } from './pictures.ts'

export type ContentOptions = {
  /** Keep the feed's own inline styles (readerRenderInlineStyle). */
  readonly inlineStyle: boolean
  /** Known sizes of pictures in px, by address, so that nothing jumps when they arrive. */
  readonly sizes: Sizes
  /** The words of the button that loads an embedded frame. */
  readonly frameWords: (host: string) => string
  /** A line on what was taken that tells on the reader; null when there is nothing to say. */
  readonly removedWords: (pixels: number, parameters: number) => string | null
  /** The name of a table's scrolling region, for those who cannot see it. */
  readonly tableWords: string
}

const config: Config = {
  RETURN_DOM_FRAGMENT: true,
  // Drawings (SVG) are a language of their own, with scripts, links and styles: none comes from the server, none is let in.
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
  // Ids of a feed must not collide with ours; links inside the entry are changed alike below.
  SANITIZE_NAMED_PROPS: true,
}

/**
 * Declarations that stay: the server's list, as browsers take it apart. Nothing that fetches, moves, covers or is drawn
 * outside of its box.
 */
const declarations =
  /^(color|background-color|text-align(-all|-last)?|text-decoration(-line|-style|-color|-thickness)?|font-weight|font-style|vertical-align|alignment-baseline|baseline-(shift|source)|white-space(-collapse)?|text-wrap(-mode)?|list-style-type|width|max-width|height|aspect-ratio)$/
/** Values that fetch or run, should a browser take one where none belongs. */
const reaching = /url\s*\(|image-set|expression\s*\(/i
/** Tells the highlighter the language. Any other class could be one of the reader's own and look like a part of it. */
const language = /^lang(uage)?-[\w+#.-]{1,40}$/

const addresses = new Set(['href', 'src', 'poster', 'cite'])
const web = /^(https?:\/\/|mailto:|tel:|#)/i
const picture = /^data:image\/(png|gif|jpe?g|webp|avif|bmp)[;,]/i
/** What DOMPurify lets through as it can run nothing; but then it is no picture, and nobody can open it by mistake. */
export function isFit(element: Element, name: string, value: string): boolean {
  if (name === 'srcset') return value.split(/,\s+/).every((one) => /^https?:\/\//i.test(one.trim()))
  if (name === 'class') return /^(code|pre)$/.test(element.localName) && language.test(value)
  const isPicture = element.localName === 'img' && name === 'src'
  return !addresses.has(name) || web.test(value.trim()) || (isPicture && picture.test(value.trim()))
}

/** One for each kind of rules: a purifier that is told them with each entry reads them anew for each. */
const purifiers = new Map<boolean, DOMPurify>()

function purifierOf(inlineStyle: boolean): DOMPurify {
  const made = purifiers.get(inlineStyle) ?? prepared(inlineStyle)
  purifiers.set(inlineStyle, made)
  return made
}

function prepared(inlineStyle: boolean): DOMPurify {
  const made = createPurifier(window)
  const forbidden = config.FORBID_ATTR as string[]
  made.setConfig(inlineStyle ? config : { ...config, FORBID_ATTR: [...forbidden, 'style'] })
  made.addHook('uponSanitizeAttribute', (element, attribute) => {
    if (!isFit(element, attribute.attrName, attribute.attrValue)) attribute.keepAttr = false
  })
  made.addHook('afterSanitizeAttributes', (element) => tame(element as HTMLElement))
  return made
}

/** Takes from an element's own style what would let it leave its place. */
export function tame(element: HTMLElement): void {
  if (!element.hasAttribute('style')) return
  const { style } = element
  for (const name of Array.from(style))
    if (!declarations.test(name) || reaching.test(style.getPropertyValue(name))) style.removeProperty(name)
  // Written anew, so that what this browser could not read is not kept for one that can.
  const kept = style.cssText
  if (kept === '') element.removeAttribute('style')
  else element.setAttribute('style', kept)
}

/** @param html as stored; @returns nodes that can neither run anything nor reach out of the entry's place */
export function sanitise(html: string, options: ContentOptions): DocumentFragment {
  const cleaned = purifierOf(options.inlineStyle).sanitize(html) as unknown
  // Some markup leaves no document at all, a bare frameset for one.
  const content = cleaned instanceof DocumentFragment ? cleaned : document.createDocumentFragment()
  dress(content, options)
  return content
}

/** Links, frames, pictures and tables of clean content made fit to be read here. */
export function dress(content: DocumentFragment, options: ContentOptions): void {
  linkBareAddresses(content)
  dressLinks(content)
  dressFrames(content, options.frameWords)
  dressPictures(content, options.sizes)
  wrapTables(content, options.tableWords)
  sayRemoved(content, options.removedWords)
}

function sayRemoved(content: DocumentFragment, words: ContentOptions['removedWords']): void {
  const { pixels, parameters } = countRemoved(content)
  const said = words(pixels, parameters)
  if (said === null) return
  const line = document.createElement('p')
  line.className = 'entry-removed'
  line.textContent = said
  content.append(line)
}

/** A wide table scrolls in its own box, reachable by Tab, so that the page never scrolls sideways. */
function wrapTables(content: DocumentFragment, words: string): void {
  for (const table of content.querySelectorAll('table')) {
    if (table.parentElement?.closest('table')) continue
    const box = document.createElement('div')
    box.className = 'entry-table ui-scroll'
    box.tabIndex = 0
    box.setAttribute('role', 'region')
    box.setAttribute('aria-label', table.caption?.textContent?.trim() || words)
    table.replaceWith(box)
    box.append(table)
  }
}
