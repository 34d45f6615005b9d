/** Where an entry's comments are, and how many: their page (RSS), their feed (wfw, RFC 4685), their number (slash, RFC 4685). */
import { COMMENTS, REPLIES } from '../../../contract/threads.ts'
import { first, firstSaying, textOf, type Element } from '../parse/element.ts'
import { absolute } from './address.ts'
import type { Link } from './links.ts'
import type { Relation } from './normalised.ts'

/** Numbers beyond it are none. */
const COUNT_MAX = 1_000_000

export function commentsOf(entry: Element, links: readonly Link[], base: string | null): Relation[] {
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
