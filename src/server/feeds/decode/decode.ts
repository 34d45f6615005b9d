/** Bytes to text: byte order mark, then header, then the document's declaration, then UTF-8 if valid, then windows-1252. */
import { PAGES } from './code-pages.ts'
import { decodable } from './labels.ts'
import { byPage, hz, KOREAN, mixedUtf8, shiftedKorean, utf32 } from './single-bytes.ts'
import { unpacked } from './unpack.ts'

export type Decoded = { readonly text: string; readonly encoding: string }

type Starts = readonly (readonly [encoding: string, start: readonly number[]])[]
const MARKS: Starts = [
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
/** The first bytes of `<` without a byte order mark; the last is `<?xm` in EBCDIC. */
const UNMARKED: Starts = [
  ['utf-32le', [0x3c, 0, 0, 0]],
  ['utf-32be', [0, 0, 0, 0x3c]],
  ['utf-16le', [0x3c, 0]],
  ['utf-16be', [0, 0x3c]],
  ['cp037', [0x4c, 0x6f, 0xa7, 0x94]],
]
const HEAD_BYTES = 2048
const FALLBACK = 'windows-1252'

/**
 * @param written perhaps compressed @param contentType the Content-Type header, or null
 * @returns text without a byte order mark; never throws
 */
export function decode(written: Uint8Array, contentType: string | null): Decoded {
  const bytes = unpacked(written)
  const seen = startingWith(bytes, MARKS) ?? startingWith(bytes, UNMARKED)
  if (seen === 'cp037') return ebcdic(bytes)
  if (seen === 'utf-8') return utf8(bytes) ?? loosely(bytes, 'utf-8')
  if (seen) return loosely(bytes, seen)
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES))
  const names = [headerCharset(contentType), prologCharset(head), metaCharset(head)]
    .filter((name) => name !== null)
    .map(decodable)
  const plain = strictly(bytes, 'utf-8')
  const own = switching(names, head)
  if (own) return loosely(bytes, own)
  const outvoted = whole(bytes, names[0], plain)
  if (outvoted) return outvoted
  for (const name of names) {
    const decoded = /^utf-?8$/i.test(name) ? plain : strictly(bytes, name)
    if (decoded) return decoded
  }
  // No declaration was correct: UTF-8 can be validated, other encodings only guessed.
  return plain ?? utf8(bytes) ?? loosely(bytes, names.find(isMultiByte) ?? FALLBACK)
}

const startingWith = (bytes: Uint8Array, table: Starts): string | null =>
  table.find(([, start]) => start.every((byte, index) => bytes[index] === byte))?.[0] ?? null

const headerCharset = (contentType: string | null): string | null =>
  /charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType ?? '')?.[1] ?? null
const prologCharset = (head: string): string | null =>
  /^\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/i.exec(head)?.[1] ?? null
const metaCharset = (head: string): string | null =>
  /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ?? null

/** Encodings whose bytes look like ASCII, recognised by their name and their escape sequences. */
const switching = (names: readonly string[], head: string): string | undefined =>
  names.find((name) => name === 'hz-gb-2312') ??
  (head.includes(KOREAN) ? names.find((name) => name === 'iso-2022-kr') : undefined) ??
  (head.includes('\u001b$') ? names.find((name) => name === 'iso-2022-jp') : undefined)

const isMultiByte = (name: string): boolean => /^(gb|big5|euc|shift|sjis|iso-2022|ks_c)/i.test(name)

/**
 * Text with several letters in UTF-8 is UTF-8, whatever a single-byte name says: servers declare those for everything. Between
 * such letters, a few of windows-1252 are accepted, from pasted text.
 */
function whole(bytes: Uint8Array, name: string | undefined, plain: Decoded | null): Decoded | null {
  const isWestern = /^(windows-1252|cp1252|iso-?8859-1|latin-?1|us-ascii|ascii)$/i.test(name ?? '')
  const isLatin = isWestern || /^(windows-125|iso-?8859|macintosh)/i.test(name ?? '')
  if (!isLatin || !(plain || isWestern)) return null
  const { text, good } = mixedUtf8(bytes)
  return good >= 3 ? { text, encoding: 'utf-8' } : null
}

function strictly(bytes: Uint8Array, name: string): Decoded | null {
  // A document that names UTF-16 in ASCII letters cannot be UTF-16.
  if (/^(utf-?(16|32)|ucs)/i.test(name)) return null
  if (Object.hasOwn(PAGES, name))
    return (PAGES[name] ?? '').length === 256 ? null : { text: byPage(bytes, name), encoding: name }
  try {
    const decoder = new TextDecoder(name, { fatal: true })
    return { text: decoder.decode(bytes), encoding: decoder.encoding }
  } catch {
    return null
  }
}

/** UTF-8 with a few wrong bytes: a paste from elsewhere, or a letter cut in two at the end. */
function utf8(bytes: Uint8Array): Decoded | null {
  const { text, good, bad } = mixedUtf8(bytes)
  return good > bad ? { text, encoding: 'utf-8' } : null
}

function loosely(bytes: Uint8Array, encoding: string): Decoded {
  if (encoding.startsWith('utf-32')) return { text: utf32(bytes, encoding === 'utf-32le'), encoding }
  if (encoding === 'hz-gb-2312') return { text: hz(bytes), encoding }
  if (encoding === 'iso-2022-kr') return { text: shiftedKorean(bytes), encoding }
  try {
    return { text: new TextDecoder(encoding).decode(bytes), encoding }
  } catch {
    return { text: new TextDecoder(FALLBACK).decode(bytes), encoding: FALLBACK }
  }
}

/** All EBCDIC pages agree on the letters that name an encoding. */
function ebcdic(bytes: Uint8Array): Decoded {
  // Some national pages have a letter in place of the quote.
  const head = byPage(bytes.subarray(0, HEAD_BYTES), 'cp037').replaceAll('Ü', '"')
  const named = decodable(prologCharset(head) ?? 'cp037')
  const encoding = PAGES[named]?.length === 256 ? named : 'cp037'
  return { text: byPage(bytes, encoding), encoding }
}
