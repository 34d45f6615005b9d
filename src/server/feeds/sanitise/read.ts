/** Parses markup of any quality to a tree of allowed elements, in one pass. */
import { QuickTokenizer } from '../../parsing/quick-tokenizer.ts'
import { withWholeCharacters, readLenient, isSilent } from '../parse/lenient.ts'
import { HTML } from '../parse/fast-html.ts'
import { readFast, type Listener, type Reader } from '../parse/fast-markup.ts'
import { hiddenIn, isLineNumber, type IsHidden } from '../parse/hidden.ts'
import { repeatedFormulasIn, withFormulas } from '../parse/mathematics.ts'
import { resolver, type Resolve } from './addresses.ts'
import { REMOVED, TAGS } from './allowed.ts'
import { allowedAttributes, NONE } from './attributes.ts'
import { codeOfTable } from './code-table.ts'
import { changed, type Changed, type Removed } from './elements.ts'
import { FALLBACK, mediaIn, withFallbacks } from './fallbacks.ts'
import { meaningOf } from './other-markup.ts'
import { withPicture } from './picture.ts'
import { plain, type Attributes, type Element, type Node } from './tree.ts'

/** An open element. */
type OpenElement = {
  /** As in the feed. */
  readonly written: string
  readonly name: string
  /** Receives its content: its children, or its parent's when only the content stays. */
  readonly into: Node[]
  /** Index among its parent's children; -1 when the element is dropped. */
  readonly at: number
  readonly attributes: Attributes
  /** A link to content that cannot be embedded, where there is no other content. */
  readonly link?: Element | null
  /** Of a table: line numbers were removed. */
  isNumbered?: boolean
}
type BuiltElement = { readonly name: string; readonly attributes: Attributes; readonly children: Node[] }

const NESTING_MAX = 200
/** An element of some feeds whose text is a formula. */
const LATEX = 'latex'
const VOID = new Set(['img', 'source', 'wbr', 'br', 'hr', 'track', 'col'])
/** A link that replaces a block gets a paragraph of its own within these, and at the top level. */
const FLOW = new Set(
  'div section article aside main header footer figure blockquote center td dd object'.split(' '),
)
const allowed: ReadonlySet<string> = new Set(TAGS)

/** @param removed counts removed trackers @returns elements whose nesting is not yet corrected */
export function readSafely(html: string, base: string | null, removed: Removed): Node[] {
  return readWith(withFormulas(withWholeCharacters(html)), resolver(base), removed, true)
}

/** @param isWhole false for the content of an element that contains markup as text */
function readWith(html: string, resolve: Resolve, removed: Removed, isWhole: boolean): Node[] {
  const isHidden = hiddenIn(html)
  const fast = createTreeBuilder(html, resolve, { pixels: 0, parameters: 0 }, isHidden, isWhole)
  const isFast = readFast(html, HTML, fast.listen)
  const { root, hasFallbacks, listen } = isFast
    ? fast
    : createTreeBuilder(html, resolve, removed, isHidden, isWhole)
  if (isFast) Object.assign(removed, fast.removed)
  else readLenient(html, { Tokenizer: QuickTokenizer }, listen)
  const nodes = mayContainControls(html) ? root.map(plainNode) : root
  return hasFallbacks() ? withFallbacks(nodes) : nodes
}

type TreeBuilder = {
  readonly root: Node[]
  readonly removed: Removed
  readonly hasFallbacks: () => boolean
  readonly listen: (reader: Reader) => Listener
}

function createTreeBuilder(
  html: string,
  resolve: Resolve,
  removed: Removed,
  isHidden: IsHidden,
  isWhole: boolean,
): TreeBuilder {
  const root: Node[] = []
  const stack: OpenElement[] = []
  /** Depth inside an element whose text is not displayed; 0 outside. */
  let silentDepth = 0
  /**
   * Browsers treat the content of `noscript` as raw text up to its end tag; the parser treats it as markup, and may end it
   * much earlier. rawEnd: where a browser ends the dropped element; isRaw: the parser has already ended it.
   */
  let rawEnd: number | null = null
  let isRaw = false
  const currentChildren = (): Node[] => stack.at(-1)?.into ?? root
  const leaveRaw = ({ startIndex }: Reader): void => {
    if (rawEnd === null || startIndex < rawEnd) return
    rawEnd = null
    isRaw = false
  }

  const isRepeatedFormula = repeatedFormulasIn(html)
  let hasFallbacks = false
  const parentName = (): string | undefined => stack.findLast(({ at }) => at >= 0)?.name
  /** Leaves out an element with its content. */
  const silence = (written: string, into: Node[]): void => {
    stack.push({ written, name: written, into, at: -1, attributes: NONE })
    silentDepth = 1
  }
  const linkOf = ({ attributes, text = '' }: Changed): Element => {
    const link: Element = { name: 'a', attributes: allowedAttributes('a', attributes), children: [text] }
    const parent = parentName()
    return parent === undefined || FLOW.has(parent) ? { name: 'p', attributes: NONE, children: [link] } : link
  }
  /** Markup that an element contains as text. */
  const inner = (markup: string): Node[] =>
    isWhole ? readWith(markup, resolve, { pixels: 0, parameters: 0 }, false) : []

  const listen = (parser: Reader): Listener => ({
    onopentag(written, raw) {
      leaveRaw(parser)
      if (isRaw) return
      if (silentDepth > 0) return void (silentDepth += 1)
      const into = currentChildren()
      const hides = isHidden(written, raw) || isRepeatedFormula(written, raw)
      if (hides && raw['class'] !== undefined && isLineNumber(written, raw['class'])) {
        const table = stack.findLast(({ name }) => name === 'table')
        if (table) table.isNumbered = true
      }
      if (hides && written !== 'img') return silence(written, into)
      const meaning = meaningOf(written, raw)
      const change = changed(meaning.name, meaning.attributes, resolve, removed)
      const { name, attributes: meant, text } = change
      if (hides && name !== 'wbr') return silence(written, into)
      const link = text === undefined ? null : linkOf(change)
      if (name === 'object') {
        const element: BuiltElement = { name, attributes: NONE, children: [] }
        stack.push({ written, name, into: element.children, at: into.length, attributes: NONE, link })
        return void into.push(element)
      }
      if (link) {
        into.push(link)
        return silence(written, into)
      }
      if (!allowed.has(name) || stack.length >= NESTING_MAX) {
        if (name === 'input' && isCheckbox(raw) && stack.some((open) => open.name === 'li'))
          addText(into, raw['checked'] === undefined ? '☐ ' : '☑ ')
        stack.push({ written, name, into, at: -1, attributes: NONE })
        // The reader renders formulas between delimiters.
        if (written === LATEX) addText(into, '\\(')
        if (!isSilent(name, raw)) return
        silentDepth = 1
        if (written !== FALLBACK) return
        rawEnd = endOfRaw(html, parser.endIndex + 1)
        const media = mediaIn(inner(html.slice(parser.endIndex + 1, rawEnd)))
        if (media.length === 0) return
        hasFallbacks = true
        into.push({ name: FALLBACK, attributes: NONE, children: media })
        return
      }
      // A line end is text there, for readers of code as text.
      if (name === 'br' && stack.some((open) => open.name === 'pre')) {
        addText(into, '\n')
        return void stack.push({ written, name, into, at: -1, attributes: NONE })
      }
      const element: BuiltElement = { name, attributes: allowedAttributes(name, meant), children: [] }
      if (name === 'iframe' && !element.attributes['src'] && raw['srcdoc']) {
        into.push({ name: 'div', attributes: NONE, children: inner(raw['srcdoc']) })
        return silence(written, into)
      }
      stack.push({
        written,
        name,
        into: VOID.has(name) ? [] : element.children,
        at: into.length,
        attributes: element.attributes,
      })
      into.push(element)
    },
    ontext(text) {
      leaveRaw(parser)
      if (silentDepth > 0 || isRaw) return
      // A frame's content is for browsers without frames, and its escaping would grow with each pass.
      if (stack.at(-1)?.name === 'iframe') return
      addText(currentChildren(), text)
    },
    onclosetag(written) {
      leaveRaw(parser)
      if (isRaw) {
        // Only an element opened before the raw text may end in it.
        if (stack.at(-1)?.written !== written) return
      } else if (silentDepth > 0) {
        silentDepth -= 1
        if (silentDepth > 0) return
        isRaw = rawEnd !== null
      }
      const open = stack.at(-1)
      if (open?.written !== written) return
      stack.pop()
      silentDepth = 0
      if (open.at >= 0) finish(open, currentChildren())
      if (written === LATEX) addText(currentChildren(), '\\)')
    },
  })
  return { root, removed, hasFallbacks: () => hasFallbacks, listen }
}

/** Replaces an element, once its content is known, with its displayed form. */
function finish({ name, at, attributes, link, isNumbered }: OpenElement, siblings: Node[]): void {
  const element = siblings[at]
  if (element === undefined || typeof element === 'string') return
  const put = (...nodes: readonly Node[]): void => void siblings.splice(at, siblings.length, ...nodes)
  if (name === 'img' || name === 'iframe') {
    // A tracking pixel is already replaced with a mark.
    if (!attributes['src'] && !attributes[REMOVED]) put()
  } else if (name === 'picture') put(withPicture(element))
  else if (name === 'video' || name === 'audio') {
    if (!attributes['src'] && !element.children.some(isSource)) put(...element.children.filter(isNoPart))
  } else if (name === 'object')
    put(...(element.children.some(isShown) ? element.children : link ? [link] : []))
  else if (name === 'table') put(...(codeOfTable(element, isNumbered === true) ?? [element]))
}

const isSource = (node: Node): boolean =>
  typeof node !== 'string' && node.name === 'source' && Boolean(node.attributes['src'])
const isNoPart = (node: Node): boolean =>
  typeof node === 'string' || (node.name !== 'source' && node.name !== 'track')
const isCheckbox = ({ type }: Attributes): boolean => type?.toLowerCase() === 'checkbox'

/** Whether there is any visible content. */
const isShown = (node: Node): boolean =>
  typeof node === 'string'
    ? node.trim() !== ''
    : /^(img|video|audio|iframe|hr)$/.test(node.name) || node.children.some(isShown)

function addText(into: Node[], text: string): void {
  const last = into.length - 1
  const previous = into[last]
  if (typeof previous === 'string') into[last] = previous + text
  else into.push(text)
}

/** Offset of the end tag that ends a `noscript` in a browser; Infinity without one. */
function endOfRaw(html: string, from: number): number {
  const end = /<\/noscript[\t\n\f\r />]/gi
  end.lastIndex = from
  return end.exec(html)?.index ?? Infinity
}

/** Carriage returns and null characters may also be numeric entities. */
const mayContainControls = (html: string): boolean => /[\r\0]|&#/.test(html)

const plainNode = (node: Node): Node =>
  typeof node === 'string'
    ? plain(node)
    : ({ ...node, children: node.children.map(plainNode) } satisfies Element)
