/** Tokenises an address header. Punctuation in quotes or without a closing counterpart is text. */

/** `value` is the unescaped text, `raw` the source text. */
export type Token = {
  readonly kind: 'text' | 'quoted' | 'comment' | 'angle' | 'mark'
  readonly value: string
  readonly raw: string
}

/** Characters. Bounds the quadratic search for closing marks that are missing. */
const HEADER_MAX = 4000

type TokenReader = (text: string, at: number) => { readonly token: Token; readonly next: number } | null

/** @returns tokens that cover the first 4,000 characters of the header, in order */
export function tokensOf(header: string): Token[] {
  const text = header.slice(0, HEADER_MAX)
  const tokens: Token[] = []
  let pending = ''
  const flushText = () => {
    if (pending !== '') tokens.push({ kind: 'text', value: pending, raw: pending })
    pending = ''
  }
  for (let at = 0; at < text.length;) {
    const result = READERS[text[at] ?? '']?.(text, at)
    if (result) {
      flushText()
      tokens.push(result.token)
      at = result.next
    } else {
      const isEscape = text[at] === '\\' && at + 1 < text.length
      pending += text[at + (isEscape ? 1 : 0)]
      at += isEscape ? 2 : 1
    }
  }
  flushText()
  return tokens
}

const quoted: TokenReader = (text, at) => {
  const end = closing(text, at + 1, '"')
  return end < 0 ? null : cut('quoted', text, at, end)
}

/** Comments nest. */
const comment: TokenReader = (text, at) => {
  let depth = 0
  for (let end = at; end < text.length; end += 1) {
    const character = text[end]
    if (character === '\\') end += 1
    else if (character === '(') depth += 1
    else if (character === ')' && (depth -= 1) === 0) return cut('comment', text, at, end)
  }
  return null
}

/** After several opening brackets the last one counts; without a closing one the token ends with the header. */
const angle: TokenReader = (text, at) => {
  const closed = closing(text, at + 1, '>')
  const end = closed < 0 ? text.length : closed
  const { raw, value } = cut('angle', text, at, end).token
  return { token: { kind: 'angle', raw, value: value.slice(value.lastIndexOf('<') + 1) }, next: end + 1 }
}

const mark: TokenReader = (text, at) => cut('mark', text, at - 1, at + 1, at + 1)

const READERS: Readonly<Record<string, TokenReader>> = {
  '"': quoted,
  '(': comment,
  '<': angle,
  ',': mark,
  ';': mark,
  ':': mark,
}

/** The token between two delimiters. */
function cut(kind: Token['kind'], text: string, start: number, end: number, next = end + 1) {
  const inner = text.slice(start + 1, end)
  const value = kind === 'angle' ? inner : inner.replace(/\\(.)/gs, '$1')
  const raw = kind === 'mark' ? inner : text.slice(start, next)
  return { token: { kind, value, raw }, next }
}

/** The next unescaped character; a closing angle inside a quoted string does not count if another one follows the string. */
function closing(text: string, from: number, character: string): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === character) return at
    else if (character === '>' && text[at] === '"') {
      const end = closing(text, at + 1, '"')
      if (end > 0 && text.indexOf('>', end) > 0) at = end
    }
  }
  return -1
}
