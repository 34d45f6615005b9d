/** A multipart mail none of whose parts can be found: its boundary is missing, or is another one. */
import { lettersOf } from './text.ts'

/** Its last letter is no blank: so the blanks behind it are gone through once, however many there are. */
const BOUNDARY = /^--([^\s-](?:[^\r\n]{0,199}[^\r\n\t ])?)[ \t]*\r?$/m

/** @returns the mail with the boundary that its body shows; as one plain text when it shows none */
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
