/** Parses markup of any quality to a tree of allowed elements, in one pass. */
import { readLenient } from '../parse/lenient.ts'
import { QuickTokenizer } from '../../parsing/quick-tokenizer.ts'
import { SILENT_TAGS } from '../parse/silent-tags.ts'
import { HTML } from '../parse/fast-html.ts'
import { readFast, type Listener, type Reader } from '../parse/fast-markup.ts'
import { resolver, type Resolve } from './addresses.ts'
import { REMOVED, TAGS } from './allowed.ts'
import { allowedAttributes, NONE } from './attributes.ts'
import { changed, type RemovedMedia } from './elements.ts'
import { plain, type Attributes, type Element, type Node } from './tree.ts'

/** An open element. */
type OpenElement = {
  /** As the feed wrote it. */
  readonly written: string
  /** Receives its content: its children, or its parent's when only the content stays. */
  readonly into: Node[]
  /** Index among its parent's children; -1 when the element is dropped. */
  readonly at: number
  readonly attributes: Attributes
}
type BuiltElement = { readonly name: string; readonly attributes: Attributes; readonly children: Node[] }

const NESTING_MAX = 200
/** An element of some feeds whose text is a formula. */
const LATEX = 'latex'
const allowed: ReadonlySet<string> = new Set(TAGS)

/** @param result collects pictures and removed trackers @returns elements whose nesting is not yet corrected */
export function readSafely(html: string, base: string | null, result: RemovedMedia): Node[] {
  const resolve = resolver(base)
  const fast = createTreeBuilder(html, resolve, { pictures: [], removed: { pixels: 0, parameters: 0 } })
  const isFast = readFast(html, HTML, fast.listen)
  const { root, result: collected, listen } = isFast ? fast : createTreeBuilder(html, resolve, result)
  if (isFast) {
    result.pictures.push(...collected.pictures)
    Object.assign(result.removed, collected.removed)
  } else {
    readLenient(html, { Tokenizer: QuickTokenizer }, listen)
  }
  return mayContainControls(html) ? root.map(plainNode) : root
}

type TreeBuilder = {
  readonly root: Node[]
  readonly result: RemovedMedia
  readonly listen: (reader: Reader) => Listener
}

function createTreeBuilder(html: string, resolve: Resolve, result: RemovedMedia): TreeBuilder {
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

  const listen = (parser: Reader): Listener => ({
    onopentag(written, raw) {
      leaveRaw(parser)
      if (isRaw) return
      if (silentDepth > 0) return void (silentDepth += 1)
      const { name, attributes: meant } = changed(written, raw, resolve, result)
      const into = currentChildren()
      if (!allowed.has(name) || stack.length >= NESTING_MAX) {
        stack.push({ written, into, at: -1, attributes: NONE })
        // The reader renders formulas between delimiters.
        if (written === LATEX) addText(into, '\\(')
        if (!SILENT_TAGS.has(name)) return
        silentDepth = 1
        if (written === 'noscript') rawEnd = endOfRaw(html, parser.endIndex + 1)
        return
      }
      const element: BuiltElement = { name, attributes: allowedAttributes(name, meant), children: [] }
      stack.push({ written, into: element.children, at: into.length, attributes: element.attributes })
      into.push(element)
    },
    ontext(text) {
      leaveRaw(parser)
      if (silentDepth > 0 || isRaw) return
      // A frame's content is for browsers without frames, and its escaping would grow with each pass.
      if (stack.at(-1)?.written === 'iframe') return
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
      if (open.at >= 0 && isEmptyMedia(open)) currentChildren().length = open.at
      if (written === LATEX) addText(currentChildren(), '\\)')
    },
  })
  return { root, result, listen }
}

function addText(into: Node[], text: string): void {
  const last = into.length - 1
  const previous = into[last]
  if (typeof previous === 'string') into[last] = previous + text
  else into.push(text)
}

/** Frames and pictures without a source. A tracking pixel is already replaced with a mark. */
const isEmptyMedia = ({ written, attributes }: OpenElement): boolean =>
  (written === 'iframe' || written === 'img') && !attributes['src'] && !attributes[REMOVED]

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
