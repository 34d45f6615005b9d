/** The allowed attributes of each element and the filters of their values. */
import { isAppAddress } from '../../../core/app-address.ts'
import { isInlinePicture } from './addresses.ts'
import { ANCHOR_PREFIX, ATTRIBUTES, CLASSES, EMPTY, FRAME_HOSTS, STYLES } from './allowed.ts'
import { sized } from './srcset.ts'
import { plain, type Attributes } from './tree.ts'

const everywhere = ATTRIBUTES['*'] ?? []
const allowed: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(ATTRIBUTES).map(([tag, names]) => [tag, new Set([...names, ...everywhere])]),
)
const onAny: ReadonlySet<string> = new Set(everywhere)
const withClasses: ReadonlyMap<string, RegExp> = new Map(Object.entries(CLASSES))
const mayBeEmpty: ReadonlySet<string> = new Set(EMPTY)
const players: ReadonlySet<string> = new Set(FRAME_HOSTS)

/** The name of a target within the entry. */
const ANCHOR = /^[\p{L}\p{N}_.:-]{1,120}$/u

/** Shared by elements without allowed attributes. */
export const NONE: Attributes = Object.freeze({})

/** @param attributes as parsed, with absolute addresses */
export function allowedAttributes(tag: string, attributes: Attributes): Attributes {
  const names = allowed.get(tag) ?? onAny
  let result: Record<string, string> | null = null
  for (const name in attributes) {
    if (!names.has(name) && !(name === 'class' && withClasses.has(tag))) continue
    const value = safeValue(tag, name, attributes[name] ?? '')
    if (value === null || (value === '' && !mayBeEmpty.has(name))) continue
    result ??= {}
    result[name] = plain(value)
  }
  return result ?? NONE
}

/** @returns null for a value that is not allowed */
function safeValue(tag: string, name: string, value: string): string | null {
  switch (name) {
    case 'src':
      return isFetched(tag, value) && (tag !== 'iframe' || isPlayer(value)) ? value : null
    case 'href':
      return isFetched(tag, value) || (tag === 'a' && isAppAddress(value)) ? value : null
    case 'cite':
    case 'poster':
      return isFetched(tag, value) ? value : null
    case 'srcset':
      return sized(value)
    case 'style':
      return safeStyle(value)
    case 'class':
      return classesOf(tag, value)
    case 'id':
      return anchorOf(value)
    default:
      return value
  }
}

/** Addresses are absolute, except data: images, which are allowed in image attributes only. */
const isFetched = (tag: string, address: string): boolean =>
  tag === 'img' ? /^https?:/.test(address) || isInlinePicture(address) : /^(https?|mailto|tel):/.test(address)

function anchorOf(value: string): string | null {
  if (!ANCHOR.test(value)) return null
  return value.startsWith(ANCHOR_PREFIX) ? value : ANCHOR_PREFIX + value
}

/** Whether an absolute address is that of a player that may be framed. */
export const isPlayer = (address: string): boolean => players.has(URL.parse(address)?.hostname ?? '')

const classesOf = (tag: string, value: string): string =>
  value
    .split(/\s+/)
    .filter((one) => withClasses.get(tag)?.test(one))
    .join(' ')

// The allowed declarations of a style attribute.

/** Syntax that browsers may read differently: blocks, rules, escapes, comments. None belongs in a style attribute. */
const DOUBTFUL = /[{}[\]\\@]|\/\*/
const IMPORTANT = /[ \t\n\f\r]*![ \t\n\f\r]*important$/i
const rules: ReadonlyMap<string, readonly RegExp[]> = new Map(Object.entries(STYLES))

/** @returns empty where nothing is allowed, and for a malformed style */
export function safeStyle(style: string): string {
  if (DOUBTFUL.test(style)) return ''
  const parts = declarationsIn(style)
  if (!parts) return ''
  const retained: string[] = []
  for (const part of parts) {
    const colon = part.indexOf(':')
    const name = trimmed(part.slice(0, colon))
    const written = trimmed(part.slice(colon + 1))
    if (colon < 0 || /[ \t\n\f\r]/.test(name) || saysMore(written)) return ''
    // A vendor prefix of old browsers.
    const shapes = rules.get(name.replace(/^[_*]/, ''))
    const value = written.replace(IMPORTANT, '')
    if (!shapes?.some((shape) => shape.test(value))) continue
    retained.push(`${name.replace(/^[_*]/, '')}:${value}${value === written ? '' : ' !important'}`)
  }
  return retained.join(';')
}

/** Splits at semicolons outside quotes and brackets; null when a quote or bracket is unclosed. */
function declarationsIn(style: string): string[] | null {
  const parts: string[] = []
  let [start, depth, quote] = [0, 0, '']
  for (let at = 0; at < style.length; at += 1) {
    const letter = style[at] ?? ''
    if (quote !== '') quote = letter === quote ? '' : quote
    else if (letter === '"' || letter === "'") quote = letter
    else if (letter === '(') depth += 1
    else if (letter === ')') depth -= 1
    else if (letter === ';' && depth === 0) {
      parts.push(style.slice(start, at))
      start = at + 1
    }
    if (depth < 0) return null
  }
  if (quote !== '' || depth !== 0) return null
  parts.push(style.slice(start))
  return parts.filter((part) => trimmed(part) !== '')
}

/** A colon in a value means a missing semicolon, so the end of the value is unknown. */
const saysMore = (value: string): boolean =>
  value.includes(':') && /:/.test(value.replace(/"[^"]*"|'[^']*'|\([^()]*\)|\bprogid:/g, ''))

const trimmed = (text: string): string => text.replace(/^[ \t\n\f\r]+|(?<![ \t\n\f\r])[ \t\n\f\r]+$/g, '')
