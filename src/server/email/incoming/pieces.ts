/** A header of people, taken apart by its marks: never by a mark that stands in quotes, or that is never closed. */

/** `said` is what a person reads, `written` how it stood there. */
export type Piece = {
  readonly kind: 'text' | 'quoted' | 'comment' | 'angle' | 'mark'
  readonly said: string
  readonly written: string
}

/** Far above any sender; what is never closed is looked for to the end, again and again. */
const HEADER_MAX = 4000

type Reading = (text: string, at: number) => { readonly piece: Piece; readonly next: number } | null

/** @returns every letter of the header (of its first 4,000), in order */
export function piecesOf(header: string): Piece[] {
  const text = header.slice(0, HEADER_MAX)
  const found: Piece[] = []
  let plain = ''
  const keep = () => {
    if (plain !== '') found.push({ kind: 'text', said: plain, written: plain })
    plain = ''
  }
  for (let at = 0; at < text.length;) {
    const read = READINGS[text[at] ?? '']?.(text, at)
    if (read) {
      keep()
      found.push(read.piece)
      at = read.next
    } else {
      const isEscape = text[at] === '\\' && at + 1 < text.length
      plain += text[at + (isEscape ? 1 : 0)]
      at += isEscape ? 2 : 1
    }
  }
  keep()
  return found
}

const quoted: Reading = (text, at) => {
  const end = closing(text, at + 1, '"')
  return end < 0 ? null : cut('quoted', text, at, end)
}

/** Comments may stand in comments. */
const comment: Reading = (text, at) => {
  let depth = 0
  for (let end = at; end < text.length; end += 1) {
    const letter = text[end]
    if (letter === '\\') end += 1
    else if (letter === '(') depth += 1
    else if (letter === ')' && (depth -= 1) === 0) return cut('comment', text, at, end)
  }
  return null
}

/** Where several open, the last of them is meant; one that nobody closed goes to the end. */
const angle: Reading = (text, at) => {
  const closed = closing(text, at + 1, '>')
  const end = closed < 0 ? text.length : closed
  const { written, said } = cut('angle', text, at, end).piece
  return { piece: { kind: 'angle', written, said: said.slice(said.lastIndexOf('<') + 1) }, next: end + 1 }
}

const mark: Reading = (text, at) => cut('mark', text, at - 1, at + 1, at + 1)

const READINGS: Readonly<Record<string, Reading>> = {
  '"': quoted,
  '(': comment,
  '<': angle,
  ',': mark,
  ';': mark,
  ':': mark,
}

/** What stands between two places, which are marks themselves. */
function cut(kind: Piece['kind'], text: string, start: number, end: number, next = end + 1) {
  const inner = text.slice(start + 1, end)
  const said = kind === 'angle' ? inner : inner.replace(/\\(.)/gs, '$1')
  const written = kind === 'mark' ? inner : text.slice(start, next)
  return { piece: { kind, said, written }, next }
}

/** The next one that nobody escaped; a closing angle does not count in quotes that end before the last of them. */
function closing(text: string, from: number, letter: string): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === letter) return at
    else if (letter === '>' && text[at] === '"') {
      const end = closing(text, at + 1, '"')
      if (end > 0 && text.indexOf('>', end) > 0) at = end
    }
  }
  return -1
}
