/** Repairs a multipart mail whose boundary is missing or wrong. */
import { lettersOf } from './text.ts'

/** The last character is not a space, so trailing spaces are scanned only once (linear time). */
const BOUNDARY = /^--([^\s-](?:[^\r\n]{0,199}[^\r\n\t ])?)[ \t]*\r?$/m

/** @returns the mail with the boundary found in its body, or as plain text without one */
export function repairMime(bytes: Uint8Array): Uint8Array {
  const text = lettersOf(bytes)
  const gap = /\r?\n\r?\n/.exec(text)
  const head = gap ? text.slice(0, gap.index) : text
  const body = gap ? text.slice(gap.index) : ''
  const type = typeFor(head, BOUNDARY.exec(body)?.[1])
  const rest = head.replace(/^content-type:[^\r\n]*(\r?\n[ \t][^\r\n]*)*\r?\n?/gim, '')
  return Buffer.from(`Content-Type: ${type}\r\n${rest}${body}`, 'latin1')
}

function typeFor(head: string, boundary: string | undefined): string {
  if (boundary === undefined || boundary.includes('"')) return 'text/plain'
  const kind = /^content-type:\s*(multipart\/[\w.-]+)/im.exec(head)?.[1] ?? 'multipart/mixed'
  return `${kind}; boundary="${boundary}"`
}
