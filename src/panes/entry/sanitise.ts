/**
 * The second wall: what the server has cleaned is cleaned again before it enters the page, and made fit to be read here.
 * Returns a fragment, which is kept and cloned: the next entry is on the screen without any of this being done again.
 */
import createPurifier, { type Config, type DOMPurify } from 'dompurify'
import { dressFrames } from './frames.ts'
import { dressLinks, linkBareAddresses } from './links.ts'
import { dressPictures, type Sizes } from './pictures.ts'

export type ContentOptions = {
  /** Keep the feed's own inline styles and classes (readerRenderInlineStyle). */
  readonly inlineStyle: boolean
  /** Known sizes of pictures in px, by address, so that nothing jumps when they arrive. */
  readonly sizes: Sizes
  /** The words of the button that loads an embedded frame. */
  readonly frameWords: (host: string) => string
  /** The name of a table's scrolling region, for those who cannot see it. */
  readonly tableWords: string
}

const config: Config = {
  RETURN_DOM_FRAGMENT: true,
  ADD_TAGS: ['iframe'],
  ADD_ATTR: ['allowfullscreen', 'controls', 'poster', 'loading', 'srcset', 'sizes'],
  FORBID_TAGS: [
    'form',
    'input',
    'button',
    'textarea',
    'select',
    'option',
    'style',
    'dialog',
    'link',
    'meta',
    'base',
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
  ],
  ALLOW_DATA_ATTR: false,
  // Ids of a feed must not collide with ours; links inside the entry are changed alike below.
  SANITIZE_NAMED_PROPS: true,
}

/** Declarations that would let content leave its place or cover the reader. */
const unruly =
  /^(position|z-index|inset|top|left|right|bottom|transform|pointer-events|cursor|content|animation.*|transition.*)$/i

let purifier: DOMPurify | undefined
const purify = () => (purifier ??= prepared())

function prepared(): DOMPurify {
  const made = createPurifier(window)
  made.addHook('afterSanitizeAttributes', (element) => tame(element as HTMLElement))
  return made
}

/** Takes from an element's own style what would let it leave its place. */
export function tame(element: HTMLElement): void {
  if (!element.hasAttribute('style')) return
  for (const name of Array.from(element.style)) if (unruly.test(name)) element.style.removeProperty(name)
}

/** @param html as stored; @returns nodes that can neither run anything nor reach out of the entry's place */
export function sanitise(html: string, options: ContentOptions): DocumentFragment {
  const forbidden = options.inlineStyle
    ? config.FORBID_ATTR
    : [...(config.FORBID_ATTR as string[]), 'style', 'class']
  const content = purify().sanitize(html, {
    ...config,
    FORBID_ATTR: forbidden,
  }) as unknown as DocumentFragment
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
