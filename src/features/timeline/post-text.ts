/** Texts of posts, to be rendered as text: line breaks stay, markup goes. */
import { decodeEntity, ENTITY } from '../../core/plain-text.ts'
import type { EntryHead } from '../../model/rows.ts'

/** Letters of markup that are read: a row is no place for more. */
const MAX_MARKUP = 40_000
/** From here on a post is long. */
const LONG_TEXT = 480
const LONG_LINES = 10

const SKIPPED = /<(script|style|iframe|template|noscript|svg|video|audio)\b.*?(<\/\1>|$)/gis
const BLOCK_END =
  /<\/?(address|article|aside|blockquote|div|dl|dt|dd|figure|figcaption|footer|h[1-6]|header|hr|ol|pre|section|table|tr|ul)\b[^>]*>/gi

/** The result is rendered as text, so this is for appearance, not for safety. */
export function postText(html: string | null): string {
  if (!html) return ''
  if (!/[<&]/.test(html)) return html.trim()
  return html
    .slice(0, MAX_MARKUP)
    .replaceAll(SKIPPED, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<br\b[^>]*>/gi, '\n')
    .replaceAll(/<\/p\s*>/gi, '\n\n')
    .replaceAll(/<li\b[^>]*>/gi, '\n• ')
    .replaceAll(BLOCK_END, '\n')
    .replaceAll(/<[^>]*>?/g, '')
    .replaceAll(ENTITY, decodeEntity)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

export const isLongPost = (text: string): boolean =>
  text.length > LONG_TEXT || text.split('\n').length > LONG_LINES

export type PostContext = {
  readonly type: 'reply' | 'quote' | 'repost'
  readonly url: string
  readonly text: string
}
const contextTypes: readonly string[] = ['reply', 'quote', 'repost']

/** What a post answers, quotes or repeats, as far as the feed says. */
export const contextOf = ({ extra }: Pick<EntryHead, 'extra'>): readonly PostContext[] =>
  (extra?.links ?? []).flatMap(({ type, url, content_html: html }) =>
    contextTypes.includes(type)
      ? [{ type: type as PostContext['type'], url, text: postText(html ?? null) }]
      : [],
  )
