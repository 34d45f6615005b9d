/** A match in a text, from `start` to `end`. */
type Match = {
  readonly text: string
  readonly start: number
  readonly end: number
  /** The text of a group by its number or name; empty where it did not match. */
  readonly group: (of: number | string) => string
}
type Piece = (match: Match) => string

/** The number of a pattern's groups, and their names. */
type Groups = { readonly groups: number; readonly names: Readonly<Record<string, number>> }

/**
 * Reads a replacement as String.prototype.replace does: `$$`, `$&`, `` $` ``, `$'`, `$1` and `$<name>`; anything else is literal.
 * @returns its pieces, so that the caller can stop at a limit
 */
export function replacementOf(to: string, { groups, names }: Groups): readonly Piece[] {
  const pieces: Piece[] = []
  const references =
    Object.keys(names).length > 0 ? /\$(?:([$&`'])|(\d)(\d?)|<([^>]*)>)/g : /\$(?:([$&`'])|(\d)(\d?))/g
  let at = 0
  for (const found of to.matchAll(references)) {
    const [written, sign, digit = '', second = '', name] = found
    const both = second !== '' && Number(digit + second) <= groups
    const number = Number(both ? digit + second : digit)
    let piece: Piece
    let { length } = written
    if (sign !== undefined) piece = signs[sign as keyof typeof signs]
    else if (name !== undefined) piece = ({ group }) => (Object.hasOwn(names, name) ? group(name) : '')
    else if (digit !== '' && number >= 1 && number <= groups) {
      piece = ({ group }) => group(number)
      length = both ? 3 : 2
    } else continue
    if (found.index > at) pieces.push(literal(to.slice(at, found.index)))
    pieces.push(piece)
    at = found.index + length
  }
  return at < to.length ? [...pieces, literal(to.slice(at))] : pieces
}

const literal =
  (text: string): Piece =>
  () =>
    text

const signs = {
  $: () => '$',
  '&': ({ text, start, end }) => text.slice(start, end),
  '`': ({ text, start }) => text.slice(0, start),
  "'": ({ text, end }) => text.slice(end),
} as const satisfies Record<string, Piece>
