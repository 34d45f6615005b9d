import { parseMarkup } from '../parsing/markup.ts'

const MARKUP = /<[a-z/!]|&(#|\w+;)/i

/** Converts a title with HTML to the text a user would see. Text without markup is returned unchanged. */
export function plainText(title: string): string {
  if (!MARKUP.test(title)) return title
  const words: string[] = []
  parseMarkup(title, { ontext: (text) => void words.push(text) })
  return words.join('')
}
