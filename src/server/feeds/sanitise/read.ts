/** Markup of any quality to a tree of allowed elements, in one pass. */
import { readForgiving } from '../parse/forgiving.ts'
import { QuickTokenizer } from '../../parsing/quick-tokenizer.ts'
import { SILENT_TAGS } from '../parse/silent-tags.ts'
import { HTML } from '../parse/tidy-html.ts'
import { readTidy, type Listener, type Reader } from '../parse/tidy.ts'
import { resolver, type Resolve } from './addresses.ts'
import { REMOVED, TAGS } from './allowed.ts'
import { allowedAttributes, NONE } from './attributes.ts'
import { changed, type RemovedMedia } from './elements.ts'
import { plain, type Attributes, type Element, type Node } from './tree.ts'

/** An element that is open. */
type Open = {
  /** As the feed wrote it. */
  readonly written: string
  /** Where its content goes: its own children, or its parent's where only its content stays. */
  readonly into: Node[]
  /** Its place among its parent's children; -1 where it is not kept. */
  readonly at: number
  readonly attributes: Attributes
}
type Grown = { readonly name: string; readonly attributes: Attributes; readonly children: Node[] }

const NESTING_MAX = 200
const allowed: ReadonlySet<string> = new Set(TAGS)

/** @param found hears of pictures, and of what was taken @returns elements not yet put where they may stand */
export function readSafely(html: string, base: string | null, found: RemovedMedia): Node[] {
  const resolve = resolver(base)
  const tidy = growing(html, resolve, { pictures: [], removed: { pixels: 0, parameters: 0 } })
  const isTidy = readTidy(html, HTML, tidy.listen)
  const { root, found: own, listen } = isTidy ? tidy : growing(html, resolve, found)
  if (isTidy) {
    found.pictures.push(...own.pictures)
    Object.assign(found.removed, own.removed)
  } else {
    readForgiving(html, { Tokenizer: QuickTokenizer }, listen)
  }
  return mayHoldUnplain(html) ? root.map(plainly) : root
}

type Growing = {
  readonly root: Node[]
  readonly found: RemovedMedia
  readonly listen: (reader: Reader) => Listener
}

function growing(html: string, resolve: Resolve, found: RemovedMedia): Growing {
  const root: Node[] = []
  const stack: Open[] = []
  /** How deep the parser is in an element whose text is not for people; 0 outside. */
  let unheard = 0
  /**
   * Browsers take what stands in a `noscript` as raw text up to its end tag; the parser takes it as markup, and may end it
   * much earlier. Where the browser ends the one that is left out, and whether the parser has ended it already.
   */
  let rawEnd: number | null = null
  let isRaw = false
  const here = (): Node[] => stack.at(-1)?.into ?? root
  const leaveRaw = ({ startIndex }: Reader): void => {
    if (rawEnd === null || startIndex < rawEnd) return
    rawEnd = null
    isRaw = false
  }

  const listen = (parser: Reader): Listener => ({
    onopentag(written, raw) {
      leaveRaw(parser)
      if (isRaw) return
      if (unheard > 0) return void (unheard += 1)
      const { name, attributes: meant } = changed(written, raw, resolve, found)
      const into = here()
      if (!allowed.has(name) || stack.length >= NESTING_MAX) {
        stack.push({ written, into, at: -1, attributes: NONE })
        if (!SILENT_TAGS.has(name)) return
        unheard = 1
        if (written === 'noscript') rawEnd = endOfRaw(html, parser.endIndex + 1)
        return
      }
      const element: Grown = { name, attributes: allowedAttributes(name, meant), children: [] }
      stack.push({ written, into: element.children, at: into.length, attributes: element.attributes })
      into.push(element)
    },
    ontext(text) {
      leaveRaw(parser)
      if (unheard > 0 || isRaw) return
      // What stands inside a frame is for browsers without frames, and its escaping would grow with each pass.
      if (stack.at(-1)?.written === 'iframe') return
      const into = here()
      const last = into.length - 1
      const before = into[last]
      if (typeof before === 'string') into[last] = before + text
      else into.push(text)
    },
    onclosetag(written) {
      leaveRaw(parser)
      if (isRaw) {
        // Only what was opened before the raw text may end in it.
        if (stack.at(-1)?.written !== written) return
      } else if (unheard > 0) {
        unheard -= 1
        if (unheard > 0) return
        isRaw = rawEnd !== null
      }
      const open = stack.at(-1)
      if (open?.written !== written) return
      stack.pop()
      unheard = 0
      if (open.at >= 0 && isHollow(open)) here().length = open.at
    },
  })
  return { root, found, listen }
}

/** Frames and pictures that show nothing. A counting picture is a mark by now. */
const isHollow = ({ written, attributes }: Open): boolean =>
  (written === 'iframe' || written === 'img') && !attributes['src'] && !attributes[REMOVED]

/** The end tag that ends a `noscript` in a browser; without one it runs to the end of the text. */
function endOfRaw(html: string, from: number): number {
  const end = /<\/noscript[\t\n\f\r />]/gi
  end.lastIndex = from
  return end.exec(html)?.index ?? Infinity
}

/** Line ends of other systems and null characters may also be written in numbers. */
const mayHoldUnplain = (html: string): boolean => /[\r\0]|&#/.test(html)

const plainly = (node: Node): Node =>
  typeof node === 'string'
    ? plain(node)
    : ({ ...node, children: node.children.map(plainly) } satisfies Element)
