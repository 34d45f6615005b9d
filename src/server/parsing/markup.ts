/**
 * The one place where HTML and XML of any quality are parsed. htmlparser2 keeps its open elements in an array with the
 * innermost first, so each tag costs its depth: 500,000 tags that are never closed took 90 s. Here the depth
 * is bounded, which makes the time linear in the length of the text.
 */
import { Parser, type Handler, type ParserOptions } from 'htmlparser2'

/**
 * Limit on open elements. A deeper element is reported as opened and closed at once, and its content counts as content of
 * its parent. Chromium's HTML parser has the same limit.
 */
const DEPTH_MAX = 512

export type MarkupOptions = ParserOptions & {
  /** Instead of {@link DEPTH_MAX}. */
  readonly depth?: number
  /** Void elements in addition to those of HTML: reported as opened and closed at once, their end tags ignored. */
  readonly isVoid?: (name: string) => boolean
}

/** The part of the parser that handlers use: the position of the current tag, and to stop. */
export type MarkupParser = {
  /** Index of the first and of the last character of the current event. */
  readonly startIndex: number
  readonly endIndex: number
  /** Stops further events; for handlers that have read enough. */
  readonly pause: () => void
}

/** Private members of the library. A release that renames them fails this module's test. */
type Internals = { readonly stack: readonly string[] }

class BoundedParser extends Parser {
  readonly #depth: number
  readonly #isVoid: (name: string) => boolean
  #isTooDeep = false

  constructor(handler: Partial<Handler>, options: MarkupOptions) {
    const { depth = DEPTH_MAX, isVoid = () => false, ...others } = options
    super(handler, others)
    this.#depth = depth
    this.#isVoid = isVoid
  }

  override onopentagname(start: number, endIndex: number): void {
    this.#isTooDeep = (this as unknown as Internals).stack.length >= this.#depth
    super.onopentagname(start, endIndex)
  }

  override onclosetag(start: number, endIndex: number): void {
    // For an end tag, only its name counts: remembered elements must be closable.
    this.#isTooDeep = false
    super.onclosetag(start, endIndex)
  }

  override onselfclosingtag(endIndex: number): void {
    // It closes the last remembered element of the same name, and is itself not remembered.
    if (this.#isTooDeep) super.onopentagend(endIndex)
    else super.onselfclosingtag(endIndex)
  }

  /** A void element is not remembered, and closed as soon as it is opened. The empty name is that of an ignored tag. */
  protected override isVoidElement(name: string): boolean {
    return (this.#isTooDeep && name !== '') || super.isVoidElement(name) || this.#isVoid(name)
  }
}

/** The longest text parsed in this thread so far, in characters. */
let longest = 0
export const longestParsed = (): number => longest

/** Called by other markup parsers, so that {@link longestParsed} includes them. */
export function noteParsed(text: string): void {
  if (text.length > longest) longest = text.length
}

/**
 * Parses a whole text. Never throws because of its content; errors of a handler are passed on.
 * @param handler the listeners, or a function that creates them for a parser
 * @param beforeEnd called when the text is read, before the elements that are still open are closed
 */
export function parseMarkup(
  text: string,
  handler: Partial<Handler> | ((parser: MarkupParser) => Partial<Handler>),
  options: MarkupOptions = {},
  beforeEnd: () => void = () => undefined,
): void {
  noteParsed(text)
  // They need each other: the parser its listeners, the listeners the parser's position.
  const listeners: Partial<Handler> = {}
  const parser = new BoundedParser(listeners, options)
  Object.assign(listeners, typeof handler === 'function' ? handler(parser) : handler)
  parser.write(text)
  beforeEnd()
  parser.end()
}

/** Whether elements are nested deeper than `depth`. */
export function isDeeperThan(html: string, depth: number): boolean {
  let open = 0
  let deepest = 0
  parseMarkup(
    html,
    (parser) => ({
      onopentag() {
        open += 1
        deepest = Math.max(deepest, open)
        if (deepest > depth) parser.pause()
      },
      onclosetag: () => void (open -= 1),
    }),
    // Two more: a void element and one that is too deep are open briefly.
    { depth: depth + 2 },
  )
  return deepest > depth
}
