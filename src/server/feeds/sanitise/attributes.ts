/** The allowed attributes of each element and the filters of their values. */
import { isAppAddress } from '../../../core/app-address.ts'
import { isInlinePicture } from './addresses.ts'
import { ANCHOR_PREFIX, ATTRIBUTES, CLASSES, EMPTY, FRAME_HOSTS } from './allowed.ts'
import { sized } from './srcset.ts'
import { safeStyle } from './style.ts'
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
