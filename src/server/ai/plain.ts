/** What a model wrote, made harmless: it has read texts of strangers and may repeat what they want. */

/** Markdown without pictures and without HTML: a picture's address could tell a stranger what was read. */
export function harmless(markdown: string): string {
  return markdown
    .replace(/!\[([^\][]{0,500})\](\([^()\s]{0,2000}[^()]{0,200}\))?/g, '$1')
    .replace(/<\/?[a-z!][^<>]{0,2000}>/gi, '')
    .trim()
}

/** What stands inside a fence, if the whole answer is one. */
export function withoutFence(text: string): string {
  const trimmed = text.trim()
  if (!trimmed.startsWith('```') || !trimmed.endsWith('```')) return trimmed
  const begin = trimmed.indexOf('\n')
  return begin < 0 ? trimmed : trimmed.slice(begin + 1, -3).trim()
}
