/** A part of a sentence: plain, or the words of a link. */
export type SentencePart = string | { readonly name: string; readonly label: string }

/** The parts of a translated sentence, in which `[words](name)` are links: their order differs by language. */
export function linksIn(sentence: string): readonly SentencePart[] {
  const parts: SentencePart[] = []
  let at = 0
  for (const match of sentence.matchAll(/\[([^\]]+)\]\(([\w-]+)\)/g)) {
    const [whole, label = '', name = ''] = match
    if (match.index > at) parts.push(sentence.slice(at, match.index))
    parts.push({ name, label })
    at = match.index + whole.length
  }
  if (at < sentence.length) parts.push(sentence.slice(at))
  return parts
}
