import { Parser } from 'htmlparser2'

const MARKUP = /<[a-z/!]|&(#|\w+;)/i

/** A title that carries HTML, as the words a person would see. Text without markup comes back as it is. */
export function plainText(title: string): string {
  if (!MARKUP.test(title)) return title
  const words: string[] = []
  const parser = new Parser({ ontext: (text) => void words.push(text) }, { decodeEntities: true })
  parser.end(title)
  return words.join('')
}
