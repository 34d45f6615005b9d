/** Entities: those of XML, of HTML, and the harmless ones that a document declares itself. Nothing is ever fetched. */
import { parseMarkup } from '../../parsing/markup.ts'
import { withWholeCharacters } from './lenient.ts'

export type Entities = ReadonlyMap<string, string>

/** A declared entity that expands beyond this counts as a bomb. */
const LENGTH_MAX = 2000
const DECLARATIONS_MAX = 500
const REFERENCE = /&(?:#x([\da-f]{1,8})|#(\d{1,10})|([a-z_][\w.:-]{0,60}));?/gi

/** Decodes raw text of a document. Anything but an entity keeps its `&`. */
export function decodeText(raw: string, declared: Entities): string {
  if (!raw.includes('&')) return raw
  return withWholeCharacters(raw).replace(
    REFERENCE,
    (whole, hex: string | undefined, decimal: string | undefined, name = '') => {
      if (hex !== undefined) return character(parseInt(hex, 16))
      if (decimal !== undefined) return character(Number(decimal))
      // `?a=1&copy=2` is an address: a document's own names and HTML's require the semicolon.
      return whole.endsWith(';') ? (declared.get(name) ?? named(name) ?? whole) : whole
    },
  )
}

/** How many `&` in raw text begin no entity. */
export const bareAmpersands = (raw: string): number =>
  raw.match(/&(?!(?:#x?[\da-f]+|[a-z_][\w.:-]*);)/gi)?.length ?? 0

/** The intended characters of numbers 128 to 159. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

function character(point: number): string {
  if (point >= 0x80 && point < 0xa0) return WINDOWS[point - 0x80] ?? ''
  const forbidden =
    (point < 0x20 && point !== 9 && point !== 10 && point !== 13) ||
    (point >= 0xd800 && point < 0xe000) ||
    point > 0x10ffff
  return forbidden ? '' : String.fromCodePoint(point)
}

const XML = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])
const known = new Map<string, string | null>(XML)
const KNOWN_MAX = 5000

/** The HTML parser has HTML's two thousand names; each is looked up once. */
function named(name: string): string | null {
  const before = known.get(name)
  if (before !== undefined) return before
  let text = ''
  parseMarkup(`&${name};`, { ontext: (data) => void (text += data) })
  const match = text === `&${name};` || text.includes(';') ? null : text
  if (known.size < KNOWN_MAX) known.set(name, match)
  return match
}

export type Doctype = { readonly text: string; readonly entities: Entities; readonly refused: number }
const NONE: Entities = new Map()

/** The document without its type declaration, and the entities that this declared inside the document. */
export function takeDoctype(text: string): Doctype {
  // A declaration further down is text of an entry.
  const start = text.slice(0, 10_010).search(/<!DOCTYPE/i)
  if (start < 0) return { text, entities: NONE, refused: 0 }
  const end = endOfDoctype(text, start)
  const declarations = text.slice(start, end)
  const { entities, refused } = declaredIn(declarations)
  return { text: text.slice(0, start) + text.slice(end), entities, refused }
}

function endOfDoctype(text: string, start: number): number {
  let inside = false
  let quote = ''
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (quote) quote = letter === quote ? '' : quote
    else if (letter === '"' || (letter === "'" && inside)) quote = letter
    else if (letter === '[') inside = true
    else if (letter === ']') inside = false
    else if (letter === '>' && !inside) return at + 1
  }
  // Never closed: everything up to what looks like a feed's first tag belongs to it.
  const root = text.slice(start + 9).search(/<[a-z][\w.-]*[\s>:]/i)
  return root < 0 ? text.length : start + 9 + root
}

/** External entities (SYSTEM, PUBLIC) have no quote after the name, so they never match. */
function declaredIn(doctype: string): { entities: Entities; refused: number } {
  const written = new Map<string, string>()
  for (const [, name = '', , value = ''] of doctype.matchAll(
    /<!ENTITY\s+([\w.:-]+)\s+(["'])([^"'<]{0,2000}?|[\s\S]{0,2000}?)\2\s*>/gi,
  )) {
    if (written.size < DECLARATIONS_MAX && !written.has(name)) written.set(name, value)
  }
  const entities = new Map<string, string>()
  let refused = 0
  for (const [name, value] of written) {
    const grown = expand(value, written, 0)
    if (grown === null) refused += 1
    entities.set(name, grown ?? '')
  }
  return { entities, refused }
}

/** @returns null for an entity that nests too deep or expands too far */
function expand(value: string, written: ReadonlyMap<string, string>, depth: number): string | null {
  if (depth > 3) return null
  let bomb = false
  const grown = value.replace(
    REFERENCE,
    (whole, _hex: unknown, _decimal: unknown, name: string | undefined) => {
      const inner = name === undefined || bomb ? undefined : written.get(name)
      if (inner === undefined) return decodeText(whole, NONE)
      const text = expand(inner, written, depth + 1)
      bomb ||= text === null || text.length > LENGTH_MAX
      return bomb ? '' : (text ?? '')
    },
  )
  return bomb || grown.length > LENGTH_MAX ? null : grown
}
