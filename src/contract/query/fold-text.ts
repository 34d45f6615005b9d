/** Text as queries compare it: without case, width, accents of letters, and kinds of quotation marks and spaces. */

import { namedEntities } from '../../core/html-entities.ts'
import { readingSeconds } from './reading-time.ts'

const PLAIN = /^[\n -~]*$/
const ACCENTS = /[\u0300-\u036f]+/g

/**
 * The form in which texts are searched. Marks of other scripts stay: without them が would be か.
 * NUL is left out, which PostgreSQL cannot store.
 */
export function foldText(text: string): string {
  const plain = PLAIN.test(text)
    ? text.toLowerCase()
    : text
        .toWellFormed()
        .normalize('NFKD')
        .replace(ACCENTS, '')
        .toLowerCase()
        .normalize('NFKC')
        .replace(/[‘’‛′]/g, "'")
        .replace(/[“”„‟″]/g, '"')
        .replace(/[\0\u00ad\u200b\ufeff]/g, '')
  return plain.replace(/\s+/g, ' ')
}

/** Characters of an entry's text that are searched. */
const MAX_SEARCH_TEXT = 100_000

/** The texts of an entry that queries search, folded. */
export type SearchTexts = { readonly title: string; readonly author: string; readonly body: string }

/** The columns of an entry that its texts are made of. */
export type SearchableEntry = {
  readonly title: string | null
  readonly author: string | null
  readonly description: string | null
  readonly content: string | null
  /** The text of its transcript, where one was fetched. */
  readonly transcript?: string | null | undefined
}

/**
 * `body` is the text of the content, or of the description where there is none, and after a line break, which no query
 * contains, that of the transcript. The reading time is that of the content as a whole.
 */
export function searchTexts(entry: SearchableEntry): SearchTexts & { readonly readingSeconds: number } {
  const body = textOfHtml(entry.content || entry.description || '')
  return {
    title: foldText(entry.title ?? '').trim(),
    author: foldText(entry.author ?? '').trim(),
    body: [body, entry.transcript]
      .flatMap((text) => (text ? [foldText(text).trim().slice(0, MAX_SEARCH_TEXT).toWellFormed()] : []))
      .join('\n'),
    readingSeconds: readingSeconds(body),
  }
}

/** Elements within a word: taking them out must not cut it. Sanitised markup has no scripts and escapes `<` in texts. */
const INLINE =
  /<\/?(?:a|abbr|b|bdi|bdo|cite|code|del|em|font|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u|wbr)(?:\s[^<>]*)?>/gi
const TAG = /<[/!]?[a-z-][^<>]*>/gi
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi
/** A soft hyphen is no character of a word. */
const NAMED: Readonly<Record<string, string>> = { ...namedEntities, shy: '' }

/** The text of sanitised markup, for searching. Shown, it has to be rendered as text: it may contain `<`. */
export function textOfHtml(html: string): string {
  if (!/[<&]/.test(html)) return html
  return html
    .replace(INLINE, '')
    .replace(TAG, ' ')
    .replace(
      ENTITY,
      (whole, decimal: string | undefined, hex: string | undefined, name: string | undefined) =>
        name === undefined
          ? characterOf(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal))
          : (NAMED[name] ?? whole),
    )
}

const characterOf = (code: number): string =>
  code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
