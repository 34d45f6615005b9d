import { parseMarkup } from '../parsing/markup.ts'

const MARKUP = /<[a-z/!]|&(#|\w+;)/i

/** A title that carries HTML, as the words a person would see. Text without markup comes back as it is. */
export function plainText(title: string): string {
  if (!MARKUP.test(title)) return title
  const words: string[] = []
  parseMarkup(title, { ontext: (text) => void words.push(text) })
  return words.join('')
}
