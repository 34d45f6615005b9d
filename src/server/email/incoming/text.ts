/** Decodes mail by its declared charset unless the bytes contradict it. */
import { decode } from '../../feeds/decode/decode.ts'
import { KOREAN } from '../../feeds/decode/single-bytes.ts'
import { mislabelledUtf8 } from './mislabelled-utf8.ts'

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
