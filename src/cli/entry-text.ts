import { decodeEntity, ENTITY } from '../core/plain-text.ts'

const BLOCKS = 'p|div|section|article|header|footer|blockquote|pre|ul|ol|table|tr|h[1-6]|figure|figcaption|hr'

/** The content of an entry as text: a blank line between blocks, links and pictures with their address. */
export function entryText(html: string): string {
  const text = html
    .replaceAll(/<(script|style)\b.*?<\/\1>/gis, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<br\b[^>]*>/gi, '\n')
    .replaceAll(/<li\b[^>]*>/gi, '\n- ')
    .replaceAll(/<a\b[^>]*?\bhref="([^"]*)"[^>]*>(.*?)<\/a>/gi, (_, href: string, words: string) =>
      words.trim() === '' || words === href ? href : `${words} <${href}>`.replace(/<(\S+)>$/, '&lt;$1&gt;'),
    )
    .replaceAll(new RegExp(`</?(?:${BLOCKS})\\b[^>]*>`, 'gi'), '\n\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(ENTITY, decodeEntity)
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
