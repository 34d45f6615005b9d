/** Decoding that TextDecoder does not do: old code pages, UTF-32, HZ, and UTF-8 with a few wrong bytes in it. */
import { PAGES } from './code-pages.ts'

/** @param name of {@link PAGES} */
export function byPage(bytes: Uint8Array, name: string): string {
  const page = PAGES[name] ?? ''
  const whole = page.length === 256
  // Mapped as one string per kilobyte or so: a letter at a time would be slow for a large feed.
  const table = Array.from({ length: 256 }, (_, byte) =>
    whole ? (page[byte] ?? '') : byte < 128 ? String.fromCharCode(byte) : (page[byte - 128] ?? ''),
  )
  const text = Array.from(bytes, (byte) => table[byte] ?? '').join('')
  // EBCDIC ends its lines with its own control character for a new line.
  return whole ? text.replaceAll('\u0085', '\n') : text
}

export function utf32(bytes: Uint8Array, littleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: string[] = []
  for (let at = 0; at + 4 <= bytes.byteLength; at += 4) {
    const point = view.getUint32(at, littleEndian)
    if (at === 0 && point === 0xfeff) continue
    parts.push(point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd')
  }
  return parts.join('')
}

/** GB2312 in seven bits between `~{` and `~}` (RFC 1843). */
export function hz(bytes: Uint8Array): string {
  const text = new TextDecoder('latin1').decode(bytes)
  const gbk = new TextDecoder('gbk')
  return text
    .replace(/~\{([\s\S]*?)(?:~\}|\n|$)/g, (_, inside: string) =>
      gbk.decode(Uint8Array.from(inside, (letter) => letter.charCodeAt(0) | 0x80)),
    )
    .replaceAll('~~', '~')
    .replaceAll('~\n', '')
}

/** The header of ISO-2022-KR, once at the beginning. */
export const KOREAN = '\u001b$)C'

/** ISO-2022-KR is EUC-KR without its high bits, between two marks (RFC 1557). */
export function shiftedKorean(bytes: Uint8Array): string {
  let isShifted = false
  const letters = bytes.map((byte) => {
    if (byte === 0x0e || byte === 0x0f) isShifted = byte === 0x0e
    return isShifted && byte > 0x20 ? byte | 0x80 : byte
  })
  const text = new TextDecoder('euc-kr').decode(letters)
  return text.replaceAll(KOREAN, '').replaceAll('\u000e', '').replaceAll('\u000f', '')
}

export type Mixed = { readonly text: string; readonly good: number; readonly bad: number }

/** UTF-8 whose invalid bytes are read as windows-1252, as on sites that paste text unconverted. */
export function mixedUtf8(bytes: Uint8Array): Mixed {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const loose = new TextDecoder('windows-1252')
  const parts: string[] = []
  let good = 0
  let bad = 0
  let from = 0
  for (let at = 0; at < bytes.length;) {
    const length = sequenceAt(bytes, at)
    if (length > 1) good += 1
    if (length > 0) {
      at += length
      continue
    }
    bad += 1
    parts.push(strict.decode(bytes.subarray(from, at)), loose.decode(bytes.subarray(at, at + 1)))
    at += 1
    from = at
  }
  parts.push(strict.decode(bytes.subarray(from)))
  return { text: parts.join('').replace(/^\ufeff/, ''), good, bad }
}

/** @returns the length of the character at this position in bytes; 0 when it is invalid */
function sequenceAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
  if (first < 0xc2 || first > 0xf4 || at + length > bytes.length) return 0
  const second = bytes[at + 1] ?? 0
  // Overlong forms, surrogates, and what lies beyond Unicode.
  if ((first === 0xe0 && second < 0xa0) || (first === 0xed && second > 0x9f)) return 0
  if ((first === 0xf0 && second < 0x90) || (first === 0xf4 && second > 0x8f)) return 0
  for (let next = 1; next < length; next += 1) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0
  return length
}
