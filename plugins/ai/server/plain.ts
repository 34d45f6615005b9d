/** Sanitises model output: the model has read untrusted texts and may repeat them. */

/** Markdown without images and HTML: an image URL could leak what was read. */
export function harmless(markdown: string): string {
  return markdown
    .replace(/!\[([^\][]{0,500})\](\([^()\s]{0,2000}[^()]{0,200}\))?/g, '$1')
    .replace(/<\/?[a-z!][^<>]{0,2000}>/gi, '')
    .trim()
}

/** The content of a code fence, if the full response is one. */
export function withoutFence(text: string): string {
  const trimmed = text.trim()
  if (!trimmed.startsWith('```') || !trimmed.endsWith('```')) return trimmed
  const begin = trimmed.indexOf('\n')
  return begin < 0 ? trimmed : trimmed.slice(begin + 1, -3).trim()
}
