/** Bytes to text: byte order mark, then header, then the document's own word, then UTF-8 if it is that, then windows-1252. */
export type Decoded = { readonly text: string; readonly encoding: string }

const MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
/** How `<?` begins where no mark was written. */
const UNMARKED: readonly (readonly [encoding: string, start: readonly number[]])[] = [
  ['utf-32le', [0x3c, 0, 0, 0]],
  ['utf-32be', [0, 0, 0, 0x3c]],
  ['utf-16le', [0x3c, 0]],
  ['utf-16be', [0, 0x3c]],
]
const HEAD_BYTES = 2048
const FALLBACK = 'windows-1252'

/** @param contentType the Content-Type header, or null @returns text without a byte order mark; never throws */
export function decode(bytes: Uint8Array, contentType: string | null): Decoded {
  const marked = startingWith(bytes, MARKS)
  if (marked) return decodedAs(bytes, marked)
  const unmarked = startingWith(bytes, UNMARKED)
  if (unmarked) return decodedAs(bytes, unmarked)
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES))
  const named = [headerCharset(contentType), prologCharset(head), metaCharset(head)].filter(
    (name) => name !== null,
  )
  for (const name of named) {
    const decoded = strictly(bytes, name)
    if (decoded) return decoded
  }
  // Every name lied or none was given: UTF-8 proves itself, everything else can only be guessed.
  return strictly(bytes, 'utf-8') ?? decodedAs(bytes, named.find(isMultiByte) ?? FALLBACK)
}

function startingWith(bytes: Uint8Array, table: typeof MARKS): string | null {
  return table.find(([, start]) => start.every((byte, index) => bytes[index] === byte))?.[0] ?? null
}

const headerCharset = (contentType: string | null): string | null =>
  /charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType ?? '')?.[1] ?? null
const prologCharset = (head: string): string | null =>
  /^\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/i.exec(head)?.[1] ?? null
const metaCharset = (head: string): string | null =>
  /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ?? null

/** A document in ASCII letters that names UTF-16 was read by us as single bytes, so it cannot be that. */
const believable = (name: string): boolean => !/^utf-?(16|32)/i.test(name)
const isMultiByte = (name: string): boolean => /^(gb|big5|euc|shift|sjis|iso-2022|ks_c)/i.test(name)

function strictly(bytes: Uint8Array, name: string): Decoded | null {
  if (!believable(name)) return null
  try {
    const decoder = new TextDecoder(name.trim(), { fatal: true })
    return { text: decoder.decode(bytes), encoding: decoder.encoding }
  } catch {
    return null
  }
}

function decodedAs(bytes: Uint8Array, encoding: string): Decoded {
  if (encoding === 'utf-32le' || encoding === 'utf-32be') return { text: utf32(bytes, encoding), encoding }
  try {
    return { text: new TextDecoder(encoding).decode(bytes), encoding }
  } catch {
    return { text: new TextDecoder(FALLBACK).decode(bytes), encoding: FALLBACK }
  }
}

/** TextDecoder does not know UTF-32. */
function utf32(bytes: Uint8Array, encoding: 'utf-32le' | 'utf-32be'): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: string[] = []
  for (let at = 0; at + 4 <= bytes.byteLength; at += 4) {
    const point = view.getUint32(at, encoding === 'utf-32le')
    if (at === 0 && point === 0xfeff) continue
    parts.push(point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd')
  }
  return parts.join('')
}
