/** Transfer encodings beyond what the library handles. */
import { lettersOf } from './text.ts'

/** The part of a line to decode; `ended` after the end of Base64 data. */
export type Line = { readonly bytes: Uint8Array; readonly ended: boolean }

const NOTHING = new Uint8Array(0)
const LINE_FEED = Uint8Array.of(0x0a)

/**
 * Trailing spaces of a quoted-printable line were added in transport (RFC 2045, 6.7). Mailing lists append plain text
 * after Base64 data.
 */
export function lineOf(bytes: Uint8Array, encoding: string, ended: boolean): Line {
  if (encoding === 'quoted-printable') return { bytes: withoutBlanks(bytes), ended }
  if (encoding !== 'base64') return { bytes, ended }
  const text = lettersOf(bytes).trim()
  if (ended && !(text.length % 4 === 0 && /^[A-Za-z\d+/]+={0,2}$/.test(text)))
    return { bytes: NOTHING, ended }
  return { bytes, ended: text === '' ? ended : text.endsWith('=') }
}

function withoutBlanks(bytes: Uint8Array): Uint8Array {
  let end = bytes.length
  while (end > 0 && (bytes[end - 1] === 0x20 || bytes[end - 1] === 0x09)) end -= 1
  return bytes.subarray(0, end)
}

/** Collects the lines of a part. */
export type Decoder = {
  readonly update: (line: Uint8Array) => void
  readonly finalize: () => Promise<ArrayBuffer>
}

/** The library's decoder takes 30 µs per line, and a mail may have a million short lines. */
export function asItIs(): Decoder {
  const lines: Uint8Array[] = []
  return {
    update: (line) => void lines.push(line, LINE_FEED),
    finalize: () => Promise.resolve(new Uint8Array(Buffer.concat(lines)).buffer),
  }
}

export const isUuencoded = (encoding: string): boolean => /^(x-)?uu/.test(encoding)

/** @returns the data between `begin` and `end`, or null without any */
export function readUuencoded(content: Uint8Array): Uint8Array | null {
  const lines = lettersOf(content).split(/\r?\n/)
  const begin = lines.findIndex((line) => /^begin [0-7]{3,4} /.test(line))
  if (begin < 0) return null
  const end = lines.indexOf('end', begin)
  return Buffer.concat(lines.slice(begin + 1, end < 0 ? undefined : end).map(uuencodedLine))
}

/** The first character encodes the byte count; four characters carry three bytes. */
function uuencodedLine(line: string): Buffer {
  const sextet = (at: number) => (line.charCodeAt(at) - 32) & 63
  const length = line === '' ? 0 : sextet(0)
  const bytes = Buffer.alloc(Math.ceil(length / 3) * 3)
  for (let at = 0; at < bytes.length; at += 3) {
    const letter = 1 + (at / 3) * 4
    const word =
      (sextet(letter) << 18) | (sextet(letter + 1) << 12) | (sextet(letter + 2) << 6) | sextet(letter + 3)
    bytes.writeUIntBE(word, at, 3)
  }
  return bytes.subarray(0, length)
}
