/** Repairs the blank line after the headers, which some mails lack and some have too early. */
import { lettersOf } from './text.ts'

const HEAD_BYTES = 65_536

export const isHeader = (line: string): boolean => /^[!-9;-~]+[ \t]*:/.test(line)

/** @returns the mail with headers, a blank line and a body; lines that end in CR alone end in CRLF */
export function repairHeaderEnd(raw: Uint8Array): Uint8Array {
  const bytes = withLineFeeds(raw)
  const head = lettersOf(bytes.subarray(0, HEAD_BYTES))
  const gap = /^\r?\n|\r?\n\r?\n/.exec(head)
  const lines = (gap ? head.slice(0, gap.index) : head).split(/(?<=\n)/)
  if (gap?.index === 0 || bytes.length === 0) return bytes
  // Text without any header: the lines above the first blank line belong to the body.
  if (!lines.some(isHeader)) return withBlankLine(bytes, 0)
  if (gap) return bytes
  const from = lines.findIndex((line, at) => at > 0 && !isHeader(line) && !/^[ \t]/.test(line))
  return from < 0 ? bytes : withBlankLine(bytes, lines.slice(0, from).join('').length)
}

const withBlankLine = (bytes: Uint8Array, at: number): Uint8Array =>
  Buffer.concat([bytes.subarray(0, at), Buffer.from('\r\n'), bytes.subarray(at)])

function withLineFeeds(raw: Uint8Array): Uint8Array {
  if (raw.includes(0x0a) || !raw.includes(0x0d)) return raw
  return Buffer.from(lettersOf(raw).replaceAll('\r', '\r\n'), 'latin1')
}
