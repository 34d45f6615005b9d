/** What an entry replies to, quotes or links to besides its own page (Threading, Atom's links, and what RSSHub adds to JSON Feed). */
import { all, type Element, first, firstSaying, textOf } from '../parse/element.ts'
import { absolute } from './address.ts'
import type { Link } from './links.ts'
import type { Relation } from './normalised.ts'
import { COMMENTS, REPLIES } from '../../../contract/threads.ts'

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

// Where an entry's comments are, and how many: their page (RSS), their feed (wfw, RFC 4685), their number (slash, RFC 4685).

/** Numbers beyond it are none. */
const COUNT_MAX = 1_000_000

function commentsOf(entry: Element, links: readonly Link[], base: string | null): Relation[] {
  const addressIn = (name: string): string | null => {
    const element = firstSaying(entry, name)
    return absolute(textOf(element), element?.base ?? base)
  }
  const replies = links.filter(({ rel }) => rel === 'replies')
  const isPage = ({ type }: Link) => type.includes('html')
  const page = addressIn('comments') ?? replies.find(isPage)?.url ?? null
  const feed = addressIn('wfw:commentrss') ?? replies.find((link) => !isPage(link))?.url ?? null
  const count = countOf(entry)
  return [
    ...(page && /^https?:/.test(page) ? [{ type: COMMENTS, url: page, count }] : []),
    ...(feed && /^https?:/.test(feed) ? [{ type: REPLIES, url: feed, count: page ? undefined : count }] : []),
  ]
}

function countOf(entry: Element): number | undefined {
  const linkCount = entry.children
    .map((child) => (typeof child === 'string' ? undefined : child.attributes['thr:count']))
    .find((count) => count !== undefined)
  const text = textOf(first(entry, 'slash:comments')) ?? textOf(first(entry, 'thr:total')) ?? linkCount ?? ''
  const count = /^\s*\d+\s*$/.test(text) ? Number(text) : undefined
  return count !== undefined && count <= COUNT_MAX ? count : undefined
}
