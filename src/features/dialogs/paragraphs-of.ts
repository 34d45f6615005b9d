import { webAddress } from '../../core/safe-href.ts'

export type TextPart = { readonly text: string; readonly href?: string }

/** `[text](address)`, or an address alone without the punctuation that ends its sentence. */
const LINK = /\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)|https?:\/\/[^\s<>()]*[^\s<>().,;:!?]/g

/** The paragraphs of Markdown, each as plain text and links. */
export const paragraphsOf = (markdown: string): readonly (readonly TextPart[])[] =>
  markdown
    .split(/\n\s*\n/)
    .map((text) => text.trim())
    .filter(Boolean)
    .map(partsOf)

function partsOf(paragraph: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of paragraph.matchAll(LINK)) {
    const [whole, label, target = whole] = match
    const href = webAddress(target)
    if (match.index > end) parts.push({ text: paragraph.slice(end, match.index) })
    parts.push({ text: label ?? whole, ...(href && { href }) })
    end = match.index + whole.length
  }
  return end < paragraph.length ? [...parts, { text: paragraph.slice(end) }] : parts
}
