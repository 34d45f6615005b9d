/** Bytes of a mail to text: by the charset it names, unless the bytes say otherwise. */
import { decode } from '../feeds/decode/decode.ts'
import { readUtf7 } from './utf7.ts'

const HEAD_BYTES = 65_536

/** @param charset as the mail names it, or null @returns text that a library can keep: no NUL, no half letters */
export function textOf(bytes: Uint8Array, charset: string | null): string {
  const name = charset?.trim().replace(/^["']|["']$/g, '') || null
  const text =
    name !== null && /^(x-|unicode-[\d-]+-)?utf-?7$/i.test(name)
      ? readUtf7(new TextDecoder('latin1').decode(bytes))
      : decode(bytes, name === null ? null : `text/plain; charset="${name}"`).text
  return clean(text)
}

/** The first charset that a mail names anywhere near its beginning. */
export function charsetNamed(raw: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(raw.subarray(0, HEAD_BYTES))
  return /charset\s*=\s*"?([\w.:-]+)/i.exec(head)?.[1] ?? null
}

export const clean = (text: string): string => text.replaceAll('\0', '').toWellFormed()
