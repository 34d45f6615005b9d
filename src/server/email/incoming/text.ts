/** Decodes mail by its declared charset unless the bytes contradict it. */
import { decode } from '../../feeds/decode/decode.ts'
import { KOREAN } from '../../feeds/decode/single-bytes.ts'

/** Text in UTF-8 that is declared as another charset: senders convert a mail but not its label. */

const WESTERN =
  /^(us-ascii|ascii|windows-125[02478]|cp125[02478]|iso-?8859-(1|2|3|4|9|1[03-6])|latin-?\d|macintosh)$/i
/** The script that a label is for, where two of its letters may look like one of UTF-8. */
const SCRIPTS: readonly (readonly [label: RegExp, script: RegExp])[] = [
  [/^(windows-1251|cp1251|koi8|cp866|ibm866|iso-?8859-5)/i, /\p{Script=Cyrillic}/u],
  [/^(windows-1253|cp1253|iso-?8859-7)/i, /\p{Script=Greek}/u],
  [/^(windows-1255|cp1255|iso-?8859-8)/i, /\p{Script=Hebrew}/u],
  [/^(windows-1256|cp1256|iso-?8859-6)/i, /\p{Script=Arabic}/u],
]
const UTF_8 = /^(unicode-1-1-)?utf-?8$/i
/** Western letters, punctuation, symbols, and everything with three or more bytes in UTF-8, as Chinese and Thai. */
const EXPECTED = /[\u00a0-\u00ff\u0800-\u{10ffff}]/u
/** Fewer may be valid by chance. */
const LETTERS_MIN = 2

/**
 * @param label the declared charset
 * @returns the text if the bytes are UTF-8; null if they are not, or the label may be correct
 */
function mislabelledUtf8(bytes: Uint8Array, label: string): string | null {
  if (UTF_8.test(label) || !bytes.some((byte) => byte >= 0x80)) return null
  const text = strictUtf8(bytes)
  if (text === null) return null
  // Two western letters that form one of UTF-8 are not adjacent in words.
  if (WESTERN.test(label)) return text
  const script = SCRIPTS.find(([labels]) => labels.test(label))?.[1]
  const letters = text.match(/[^\0-\x7f]/gu) ?? []
  const isExpected = letters.every((letter) => EXPECTED.test(letter) || script?.test(letter))
  return letters.length >= LETTERS_MIN && isExpected ? text : null
}

function strictUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const HEAD_BYTES = 65_536

/** @param charset as declared, or null @returns text the database accepts: no NUL, no lone surrogates */
export function textOf(bytes: Uint8Array, charset: string | null): string {
  const name = charset?.trim().replace(/^["']|["']$/g, '') || null
  return clean(read(bytes, name))
}

function read(bytes: Uint8Array, name: string | null): string {
  if (name !== null && /^(x-|unicode-[\d-]+-)?utf-?7$/i.test(name))
    return readUtf7(new TextDecoder('latin1').decode(bytes))
  const charset = shiftedIn(bytes) ?? name
  if (charset === null) return decode(bytes, null).text
  const utf8 = mislabelledUtf8(bytes, charset)
  if (utf8 !== null) return utf8
  const readable = isJapanese(charset) ? withoutIdleEscapes(bytes) : bytes
  return decode(readable, `text/plain; charset="${charset}"`).text
}

export const isJapanese = (charset: string): boolean => /^(cs)?iso-?2022-?jp/i.test(charset)
const ESCAPE = String.raw`\x1b(?:\([BJI]|\$[@B]|\$\([@BCD])`
const IDLE_ESCAPE = new RegExp(`(?:${ESCAPE})+(?=${ESCAPE})`, 'g')
const TO_ASCII: ReadonlySet<string> = new Set(['\x1b(B', '\x1b(J'])
const LAST_ESCAPE = new RegExp(`^.*(${ESCAPE})`, 's')

/**
 * The decoder emits a replacement character for an escape sequence without text after it. They arise where words are
 * joined, each of which ends in ASCII (RFC 1468).
 */
function withoutIdleEscapes(bytes: Uint8Array): Uint8Array {
  return Buffer.from(lettersOf(bytes).replace(IDLE_ESCAPE, ''), 'latin1')
}

/** The escape sequence under which ISO-2022-JP text ends; empty for ASCII. */
export function openEscape(bytes: Uint8Array): Buffer {
  const escape = LAST_ESCAPE.exec(lettersOf(bytes))?.[1] ?? ''
  return Buffer.from(TO_ASCII.has(escape) ? '' : escape, 'latin1')
}

/** Seven-bit encodings are recognised by their escape sequences. */
function shiftedIn(bytes: Uint8Array): string | null {
  if (!bytes.includes(0x1b)) return null
  const text = lettersOf(bytes)
  if (/[\x80-\xff]/.test(text)) return null
  if (text.includes(KOREAN)) return 'iso-2022-kr'
  return text.includes('\x1b$B') || text.includes('\x1b$@') ? 'iso-2022-jp' : null
}

/** The first charset declared near the beginning of a mail. */
export function charsetNamed(raw: Uint8Array): string | null {
  const head = lettersOf(raw.subarray(0, HEAD_BYTES))
  return /charset\s*=\s*"?([\w.:-]+)/i.exec(head)?.[1] ?? null
}

/**
 * One character per byte, of which `Buffer.from(letters, 'latin1')` makes the same bytes again. A TextDecoder cannot be
 * used: it treats latin1 as windows-1252, which maps 0x80 to 0x9f to other characters.
 */
export const lettersOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

export const clean = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** UTF-7 (RFC 2152), which browsers no longer decode and old mail uses: runs of Base64 between `+` and `-` are UTF-16. */
const readUtf7 = (text: string): string =>
  text.replace(/\+([A-Za-z\d+/]*)-?/g, (_, run: string) => {
    if (run === '') return '+'
    const bytes = Buffer.from(run, 'base64')
    return bytes
      .subarray(0, bytes.length & ~1)
      .swap16()
      .toString('utf16le')
  })
