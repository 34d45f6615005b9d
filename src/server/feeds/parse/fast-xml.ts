/** Rules of the fast path for well-formed XML; entities are left as they are. */
import type { Tag, TagRules } from './fast-markup.ts'

/** Cached names. Bounded, because a document can contain any number of names. */
const NAMES_MAX = 2000
const NAME = /^[a-z_][\w.-]*(?::[a-z_][\w.-]*)?$/i

const xmlNames = new Map<string, string>()

function xmlName(written: string): string | null {
  const cached = xmlNames.get(written)
  if (cached !== undefined) return cached
  if (!NAME.test(written)) return null
  const name = written.toLowerCase()
  if (xmlNames.size < NAMES_MAX) xmlNames.set(written, name)
  return name
}

export const XML: TagRules = {
  nameOf: (written) => xmlNames.get(written) ?? written.toLowerCase(),
  mayOpen: () => true,
  tagIn(inside) {
    const only = xmlName(inside)
    if (only !== null) return { name: only, written: inside, attributes: null, isEmpty: false }
    const written = writtenIn(inside)
    const name = xmlName(written)
    const parsed = name === null ? null : attributesIn(inside, written.length, asWritten)
    return name === null || parsed === null ? null : { name, written, ...parsed }
  },
  skip(text, start, listener) {
    if (text.startsWith('<![CDATA[', start)) {
      const end = text.indexOf(']]>', start + 9)
      if (end < 0) return -1
      listener.oncdatastart?.()
      listener.ontext(text.slice(start + 9, end))
      listener.oncdataend?.()
      return end + 2
    }
    if (text.startsWith('<!--', start)) return endOfComment(text, start)
    const end = text.startsWith('<?', start) ? text.indexOf('?>', start + 2) : -1
    return end < 0 || /[<>]/.test(text.slice(start + 1, end)) ? -1 : end + 1
  },
  tell(text, { ontext }) {
    ontext(text)
    return true
  },
}

/** @returns -1 for comments whose start or end parsers treat differently */
export function endOfComment(text: string, start: number): number {
  const end = text.indexOf('-->', start + 4)
  return end < 0 || /^[->]|--!/.test(text.slice(start + 4, end + 1)) ? -1 : end + 2
}

export function writtenIn(inside: string): string {
  const end = inside.search(/[ \t\n\f\r/]/)
  return end < 0 ? inside : inside.slice(0, end)
}

const asWritten = (value: string): string => value

const ATTRIBUTE = /[ \t\n\f\r]+([a-z_][\w.-]*(?::[\w.-]+)?)=(?:"([^"<]*)"|'([^'<]*)')/iy
const END = /[ \t\n\f\r]*(\/?)$/y

/**
 * @param from offset after the tag's name
 * @param valueOf decodes a raw value; null outside the fast path
 * @returns null for an attribute that is repeated, unquoted or without a value
 */
export function attributesIn(
  inside: string,
  from: number,
  valueOf: (written: string) => string | null,
): Pick<Tag, 'attributes' | 'isEmpty'> | null {
  let attributes: Record<string, string> | null = null
  let at = from
  for (;;) {
    ATTRIBUTE.lastIndex = at
    const match = ATTRIBUTE.exec(inside)
    if (!match) break
    const name = (match[1] ?? '').toLowerCase()
    const value = valueOf(match[2] ?? match[3] ?? '')
    attributes ??= {}
    if (value === null || name === '__proto__' || Object.hasOwn(attributes, name)) return null
    attributes[name] = value
    at = ATTRIBUTE.lastIndex
  }
  END.lastIndex = at
  const end = END.exec(inside)
  return end ? { attributes, isEmpty: end[1] === '/' } : null
}
