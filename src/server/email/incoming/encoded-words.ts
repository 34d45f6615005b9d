/** Encoded words in headers (RFC 2047), broken ones too: unended, cut anywhere, with blanks or question marks inside. */
import { textOf } from './text.ts'

const BEGIN = String.raw`=\?([\w.:()+-]+)(?:\*[\w-]*)?\?([bq])\?`
const WORD = new RegExp(`${BEGIN}(.*?)(?:\\?=|(?=${BEGIN})|$)`, 'gi')

type Word = { readonly charset: string; readonly kind: string; readonly said: string }

/** @param header as it came, or half decoded @returns one line of text, or null when nothing is said */
export const wordsOf = (header: string | undefined): string | null =>
  oneLineOf(
    pieces(header)
      .map((piece) => (typeof piece === 'string' ? piece : textOfWords(piece)))
      .join(''),
  )

/**
 * A header whose marks count (commas, angle brackets), with each run of words behind a stand-in: what is encoded is
 * never a mark.
 * @returns the header to take apart, and what puts the words back into a piece of it
 */
export function withStandIns(header: string | undefined): {
  readonly text: string
  readonly filled: (piece: string) => string
} {
  const kept: string[] = []
  const text = pieces(header?.replace(/[\ue000\ue001]/g, ''))
    .map((piece) => (typeof piece === 'string' ? piece : `\ue000${kept.push(textOfWords(piece)) - 1}\ue001`))
    .join('')
  return {
    text,
    filled: (piece) => piece.replace(/\ue000(\d+)\ue001/g, (_, at: string) => kept[Number(at)] ?? ''),
  }
}

/** What stands in a header, in its order: text as it is, and runs of words. */
function pieces(header: string | undefined): (string | Word[])[] {
  const raw = (header ?? '').replace(/[\r\n]+/g, ' ')
  const parts: (string | Word[])[] = []
  let end = 0
  for (const match of raw.matchAll(WORD)) {
    const [whole, charset = '', kind = '', said = ''] = match
    const between = raw.slice(end, match.index)
    const before = parts.at(-1)
    const word = { charset: charset.toLowerCase(), kind: kind.toLowerCase(), said }
    // Blanks between two words only fold the line.
    if (Array.isArray(before) && between.trim() === '') before.push(word)
    else parts.push(between, [word])
    end = match.index + whole.length
  }
  return [...parts, raw.slice(end)]
}

function oneLineOf(text: string): string | null {
  const line = text
    .replace(/[\s\p{Cc}\u200b\u2028\u2029]+/gu, ' ')
    .trim()
    .toWellFormed()
  return line === '' ? null : line
}

/** A letter, or the four characters that are three bytes, may be cut by the end of a word: alike words are one. */
function textOfWords(words: readonly Word[]): string {
  const runs: Word[][] = []
  for (const word of words) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last && last.charset === word.charset && last.kind === word.kind) run.push(word)
    else runs.push([word])
  }
  return runs.map((run) => textOf(bytesOf(run), run[0]?.charset ?? null)).join('')
}

const bytesOf = (run: readonly Word[]): Uint8Array =>
  Buffer.concat(run[0]?.kind === 'b' ? whole64(run) : [quoted(run.map(({ said }) => said).join(''))])

function whole64(run: readonly Word[]): Buffer[] {
  const texts: string[] = []
  for (const { said } of run) {
    const before = texts.at(-1)
    const isCut = before !== undefined && !before.endsWith('=') && before.length % 4 !== 0
    if (isCut) texts[texts.length - 1] = before + said.trim()
    else texts.push(said.trim())
  }
  return texts.map((text) => Buffer.from(text, 'base64'))
}

const quoted = (said: string): Buffer =>
  Buffer.from(
    Buffer.from(said.replaceAll('_', ' '))
      .toString('latin1')
      .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  )
