/** Encoded words in headers (RFC 2047), including broken ones: unterminated, cut, with spaces or question marks inside. */
import { isJapanese, openEscape, textOf } from './text.ts'

const BEGIN = String.raw`=\?([\w.:()+-]+)(?:\*[\w-]*)?\?([bq])\?`
const ENCODED_WORD = new RegExp(`${BEGIN}(.*?)(?:\\?=|(?=${BEGIN})|$)`, 'gi')

type EncodedWord = { readonly charset: string; readonly kind: string; readonly payload: string }

/** @param header raw or partly decoded @returns one line of text, or null when it is empty */
export function decodedText(header: string | undefined): string | null {
  const decodeRun = runDecoder()
  const texts = segments(header).map((segment) =>
    typeof segment === 'string' ? segment : decodeRun(segment),
  )
  return oneLineOf(texts.join(''))
}

/**
 * Replaces each run of encoded words by a placeholder, since encoded punctuation (commas, angle brackets) has no
 * meaning in an address header.
 * @returns the header to tokenise, and a function that puts the decoded text back into a part of it
 */
export function withPlaceholders(header: string | undefined): {
  readonly text: string
  readonly restore: (segment: string) => string
} {
  const decodeRun = runDecoder()
  const decodedRuns: string[] = []
  const text = segments(header?.replace(/[\ue000\ue001]/g, ''))
    .map((segment) =>
      typeof segment === 'string' ? segment : `\ue000${decodedRuns.push(decodeRun(segment)) - 1}\ue001`,
    )
    .join('')
  return {
    text,
    restore: (segment) =>
      segment.replace(/\ue000(\d+)\ue001/g, (_, index: string) => decodedRuns[Number(index)] ?? ''),
  }
}

/** Segments of a header in order: plain text and runs of encoded words. */
function segments(header: string | undefined): (string | EncodedWord[])[] {
  const raw = (header ?? '').replace(/[\r\n]+/g, ' ')
  const parts: (string | EncodedWord[])[] = []
  let end = 0
  for (const match of raw.matchAll(ENCODED_WORD)) {
    const [source, charset = '', kind = '', payload = ''] = match
    const between = raw.slice(end, match.index)
    const previous = parts.at(-1)
    const word = { charset: charset.toLowerCase(), kind: kind.toLowerCase(), payload }
    // White space between two encoded words is only line folding.
    if (Array.isArray(previous) && between.trim() === '') previous.push(word)
    else parts.push(between, [word])
    end = match.index + source.length
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

/** Decodes the runs of one header in order: an escape sequence that one leaves open continues in the next. */
function runDecoder(): (words: readonly EncodedWord[]) => string {
  let open: Uint8Array = new Uint8Array(0)
  return (words) =>
    runsOf(words, ({ charset }) => charset)
      .map((run) => {
        const charset = run[0]?.charset ?? ''
        const bytes = bytesOf(run)
        if (!isJapanese(charset)) return textOf(bytes, charset)
        const whole = bytes[0] === 0x1b ? bytes : Buffer.concat([open, bytes])
        open = openEscape(whole)
        return textOf(whole, charset)
      })
      .join('')
}

/** Consecutive words that are equal in something. */
function runsOf(words: readonly EncodedWord[], keyOf: (word: EncodedWord) => string): EncodedWord[][] {
  const runs: EncodedWord[][] = []
  for (const word of words) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last && keyOf(last) === keyOf(word)) run.push(word)
    else runs.push([word])
  }
  return runs
}

/** Joins words of the same encoding first: a character or a base64 quantum may be split between two words. */
const bytesOf = (words: readonly EncodedWord[]): Uint8Array =>
  Buffer.concat(
    runsOf(words, ({ kind }) => kind).flatMap((run) =>
      run[0]?.kind === 'b' ? base64Buffers(run) : [quoted(run.map(({ payload }) => payload).join(''))],
    ),
  )

function base64Buffers(run: readonly EncodedWord[]): Buffer[] {
  const texts: string[] = []
  for (const { payload } of run) {
    const previous = texts.at(-1)
    const isCut = previous !== undefined && !previous.endsWith('=') && previous.length % 4 !== 0
    if (isCut) texts[texts.length - 1] = previous + payload.trim()
    else texts.push(payload.trim())
  }
  return texts.map((text) => Buffer.from(text, 'base64'))
}

const quoted = (payload: string): Buffer =>
  Buffer.from(
    Buffer.from(payload.replaceAll('_', ' '))
      .toString('latin1')
      .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  )
