/** What an entry replies to, quotes or links to besides its own page (Threading, Atom's links, and what RSSHub adds to JSON Feed). */
import { all, type Element } from '../parse/element.ts'
import { absolute } from './address.ts'
import { commentsOf } from './comments.ts'
import type { Link } from './links.ts'
import type { Relation } from './normalised.ts'

const RELATIONS = /^(via|related)$/
const MAX = 20

export function relationsOf(entry: Element, links: readonly Link[], base: string | null): Relation[] {
  const replies = all(entry, 'thr:in-reply-to').flatMap(({ attributes, base: own }): Relation[] => {
    const ref = attributes['ref']
    const url = absolute(attributes['href'] ?? (/^https?:/i.test(ref ?? '') ? ref : undefined), own ?? base)
    return url ? [{ type: 'reply', url }] : []
  })
  const others = links.filter(({ rel }) => RELATIONS.test(rel)).map(({ rel, url }) => ({ type: rel, url }))
  return [...commentsOf(entry, links, base), ...replies, ...others].slice(0, MAX)
}

/** @param extra the `_extra` of an item */
export function relationsInJson(extra: unknown, base: string | null): Relation[] {
  const { links } = (typeof extra === 'object' && extra !== null ? extra : {}) as { links?: unknown }
  return (Array.isArray(links) ? links.slice(0, MAX) : []).flatMap((link: unknown): Relation[] => {
    const { type, url, content_html: html } = (link ?? {}) as Readonly<Record<string, unknown>>
    const address = typeof url === 'string' ? absolute(url, base) : null
    if (!address) return []
    const value = typeof html === 'string' ? { html } : {}
    return [{ type: typeof type === 'string' ? type.slice(0, 40) : 'related', url: address, ...value }]
  })
}
