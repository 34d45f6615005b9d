/** Cuts a query into tokens. Every text can be cut; the parser finds the errors. */

export type QueryToken = {
  /** Range in the query, in UTF-16 code units. */
  readonly start: number
  readonly end: number
} & (
  | { readonly kind: 'open' | 'close' | 'minus' | 'or' }
  /** `text` without its quotation marks and escapes. */
  | { readonly kind: 'text'; readonly text: string; readonly unclosed: boolean }
  | {
      readonly kind: 'field'
      /** In small letters. */
      readonly field: string
      readonly value: string
      /** Where the value begins, its quotation mark included. */
      readonly valueStart: number
      readonly quoted: boolean
      readonly unclosed: boolean
    }
)

const SPACE = /\s+/y
const SIGN = /[()]/y
const MINUS = /-/y
const WORD = /[^\s()"]+/y
const QUOTED = /"((?:[^"\\]|\\[^])*)("?)/y
/** Addresses such as https://example.org are text. */
const FIELD = /^([a-z]+):(?!\/\/)/i

export function tokenize(query: string): QueryToken[] {
  const tokens: QueryToken[] = []
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(query)
    if (match) at += match[0].length
    return match
  }
  for (;;) {
    take(SPACE)
    const start = at
    if (start >= query.length) return tokens
    const sign = take(SIGN)
    if (sign) {
      tokens.push({ kind: sign[0] === '(' ? 'open' : 'close', start, end: at })
      continue
    }
    if (take(MINUS)) {
      tokens.push({ kind: 'minus', start, end: at })
      continue
    }
    const phrase = take(QUOTED)
    if (phrase) {
      tokens.push({ kind: 'text', start, end: at, ...unquoted(phrase) })
      continue
    }
    const word = take(WORD)?.[0] ?? ''
    const field = FIELD.exec(word)
    if (!field) {
      tokens.push(
        word === 'OR'
          ? { kind: 'or', start, end: at }
          : { kind: 'text', start, end: at, text: word, unclosed: false },
      )
      continue
    }
    const valueStart = start + field[0].length
    const value = word.slice(field[0].length)
    const quoted = value === '' ? take(QUOTED) : null
    const { text, unclosed } = quoted ? unquoted(quoted) : { text: value, unclosed: false }
    tokens.push({
      kind: 'field',
      start,
      end: at,
      field: (field[1] ?? '').toLowerCase(),
      value: text,
      valueStart,
      quoted: quoted !== null,
      unclosed,
    })
  }
}

const unquoted = ([, text = '', end = '']: RegExpExecArray): { text: string; unclosed: boolean } => ({
  text: text.replace(/\\(["\\])/g, '$1'),
  unclosed: end === '',
})

/** A text in quotation marks. */
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

/** A value as a query writes it: in quotation marks where it would be cut without, or read as an address ("title://a"). */
export const formatValue = (value: string): string =>
  /^(?!\/\/)[^\s()"]+$/.test(value) ? value : quoted(value)

/** A word or phrase as a query writes it: in quotation marks where it would mean something else without. */
export const formatText = (text: string): string =>
  text === 'OR' || text.startsWith('-') || FIELD.test(text) ? quoted(text) : formatValue(text)
