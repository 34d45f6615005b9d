/** Encoded words (RFC 2047) that are too broken for the parser: unended, with blanks or question marks inside. */
import { textOf } from './text.ts'

const WORD = /=\?([\w.:()+-]+)(?:\*[\w-]*)?\?([bq])\?(.*?)(?:\?=|(?==\?[\w.:()+-]+(?:\*[\w-]*)?\?[bq]\?)|$)/gi

/** @param text a header after the usual decoding @returns one line of text, or null when nothing is said */
export function wordsOf(text: string | undefined): string | null {
  const whole = (text ?? '')
    .replace(/[\r\n]+/g, ' ')
    .replace(WORD, (_, charset: string, kind: string, said: string) =>
      textOf(kind.toLowerCase() === 'b' ? Buffer.from(said, 'base64') : quoted(said), charset),
    )
  const line = whole
    .replace(/[\s\p{Cc}\u200b\u2028\u2029]+/gu, ' ')
    .trim()
    .toWellFormed()
  return line === '' ? null : line
}

const quoted = (said: string): Uint8Array =>
  Buffer.from(
    said
      .replaceAll('_', ' ')
      .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  )
