/** Builds elements from XML of any quality, in one pass, and counts repairs. */
import { absolute } from '../normalise/address.ts'
import { type Element, ENTRIES, FIELDS, FOREIGN, TEXT_ONLY } from './element.ts'
import { bareAmpersands, decodeText, type Entities } from './entities.ts'
import { readLenient } from './lenient.ts'
import { nameIn, scopeOf, scopeWith, type Scope } from './scope.ts'
import { XML } from './fast-xml.ts'
import { readFast, type Listener, type Reader } from './fast-markup.ts'

export type Repairs = {
  /** Tags closed by another's end tag, or not at all. */
  unclosed: number
  /** Unescaped `&`. */
  ampersands: number
  /** Entries nested in other entries. */
  nested: number
  /** The document ended before its root element did. */
  truncated: boolean
  tooDeep: boolean
}
export type Built = { readonly root: Element; readonly repairs: Repairs }

/** Deeper than any feed, and low enough to find the opening tag of each closing one quickly. */
const DEPTH_MAX = 600
type Open = { readonly element: Element; readonly written: string; readonly scope: Scope }
class TooDeep extends Error {}

/**
 * @param repair repairs the text for the lenient parser where needed
 * @param documentUrl the base of a relative xml:base
 * @returns a nameless element around all content
 */
export function build(
  text: string,
  repair: (text: string) => string,
  declared: Entities,
  documentUrl: string | null,
): Built {
  const tidy = growing(text, declared, documentUrl)
  if (tidy.grow(() => readFast(text, XML, tidy.listen))) return tidy.built
  const mended = repair(text)
  const slipped = growing(mended, declared, documentUrl)
  slipped.grow(() => {
    readLenient(mended, OPTIONS, slipped.listen, slipped.ends)
    return true
  })
  return slipped.built
}

const OPTIONS = {
  xmlMode: true,
  decodeEntities: false,
  lowerCaseTags: true,
  lowerCaseAttributeNames: true,
  // The builder stops by itself, and reports it.
  depth: DEPTH_MAX + 2,
}

type Growing = {
  readonly built: Built
  readonly listen: (reader: Reader) => Listener
  /** True once the end of the text closes the remaining elements. */
  readonly ends: () => void
  /** Runs a reader, and stops it where nesting is too deep. @returns the reader's result, or true where it was stopped */
  readonly grow: (read: () => boolean) => boolean
}

function growing(text: string, declared: Entities, documentUrl: string | null): Growing {
  const repairs: Repairs = { unclosed: 0, ampersands: 0, nested: 0, truncated: false, tooDeep: false }
  const root: Element = blank('', '', {}, null, undefined)
  const stack: Open[] = [{ element: root, written: '', scope: scopeWith({}) }]
  const top = (): Open => stack.at(-1) as Open
  let isAtom = false
  let ending = false
  let verbatim = false
  const closesItself = ({ endIndex }: Reader): boolean => text[endIndex - 1] === '/'
  const listen = (parser: Reader): Listener => ({
    onopentag(written, raw) {
      if (stack.length > DEPTH_MAX) throw new TooDeep()
      const scope = scopeOf(top().scope, raw, written)
      const { meant, local } = nameIn(scope, written)
      // In an Atom document Atom's own names need no prefix; in others they do.
      if (meant === 'atom:feed' || meant === 'feed' || (meant === 'atom:entry' && stack.length === 1))
        isAtom = true
      const name = isAtom && meant.startsWith('atom:') ? meant.slice(5) : meant
      // An empty self-closing entry inside another one is a mistake and ends nothing.
      if (!closesItself(parser)) makeRoom(stack, name, repairs)
      const parent = top().element
      const attributes = decoded(raw, declared, scope)
      const own = attributes['xml:base']
      const base =
        own === undefined ? parent.base : (absolute(own, parent.base ?? documentUrl) ?? parent.base)
      const language = attributes['xml:lang'] ?? parent.language
      const element = blank(name, local, attributes, base, language)
      parent.children.push(element)
      stack.push({ element, written, scope })
    },
    onclosetag(written, implied) {
      // A tag that closes itself counts as implied too.
      if (implied && !closesItself(parser)) repairs.unclosed += 1
      const isTop = top().written === written
      const at = isTop ? stack.length - 1 : stack.findLastIndex((one) => one.written === written)
      if (at < 1) return
      if (ending) {
        repairs.truncated = true
        for (const one of stack.slice(at)) one.element.cut = true
      }
      stack.length = at
    },
    ontext(data) {
      const { element } = top()
      if (verbatim || !data.includes('&')) return add(element, data)
      repairs.ampersands += bareAmpersands(data)
      add(element, decodeText(data, declared))
    },
    oncdatastart: () => void (verbatim = true),
    oncdataend: () => void (verbatim = false),
  })
  const grow = (read: () => boolean): boolean => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof TooDeep)) throw error
      repairs.tooDeep = true
      return true
    }
  }
  return { built: { root, repairs }, listen, ends: () => void (ending = true), grow }
}

const blank = (
  name: string,
  local: string,
  attributes: Readonly<Record<string, string>>,
  base: string | null,
  language: string | undefined,
): Element => ({ name, local, attributes, children: [], base, language, cut: false, index: null })

function add({ children }: Element, text: string): void {
  const last = children.length - 1
  const before = children[last]
  if (typeof before === 'string') children[last] = before + text
  else children.push(text)
}

/** Closes elements that an element of this name ends implicitly. */
function makeRoom(stack: Open[], name: string, repairs: Repairs): void {
  if (!FIELDS.has(name) && !ENTRIES.has(name)) return
  if (ENTRIES.has(name)) {
    const open = stack.findLastIndex(({ element }) => ENTRIES.has(element.name))
    const foreign = stack.slice(open + 1).some(({ element }) => FOREIGN.has(element.name) && isXml(element))
    if (open > 0 && !foreign) {
      stack.length = open
      repairs.nested += 1
    }
  }
  if (!FIELDS.has(name)) return
  while (stack.length > 2 && TEXT_ONLY.has(stack.at(-1)?.element.name ?? '')) {
    stack.length -= 1
    repairs.unclosed += 1
  }
}

const isXml = ({ name, attributes }: Element): boolean =>
  name.endsWith('source') || /xml/i.test(attributes['type'] ?? '')

/** Most elements have none. */
const NONE: Readonly<Record<string, string>> = Object.freeze({})

function decoded(
  raw: Readonly<Record<string, string>>,
  declared: Entities,
  scope: Scope,
): Readonly<Record<string, string>> {
  let attributes: Record<string, string> | null = null
  for (const name in raw) {
    attributes ??= {}
    const value = decodeText(raw[name] ?? '', declared)
    const isOwn = !name.includes(':') || name.startsWith('xmlns')
    attributes[isOwn ? name : nameIn(scope, name).meant] = value
  }
  return attributes ?? NONE
}
