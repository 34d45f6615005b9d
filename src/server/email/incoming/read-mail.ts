/** Reads sender, dates, subject, content and attachments of a mail. */
import { parseMail, type Part } from './parse-mail.ts'
import { senderIn, type Sender } from './sender.ts'
import { clean } from './text.ts'
import { decodedText } from './encoded-words.ts'
import { readDate } from '../../feeds/normalise/dates.ts'

// Dates of mails.

/** Characters; longer values are not dates. */
const HEADER_MAX = 500
/** Earlier dates are invalid. */
const EARLIEST = Date.UTC(1960, 0, 1)

/** @param header of Date, or the part after the `;` of Received @returns ms since 1970, or null */
function sentAt(header: string | undefined): number | null {
  const bare = withoutComments((header ?? '').slice(0, HEADER_MAX))
    .replace(/\s*:\s*/g, ':')
    .replace(/(\b\d{4} \d{1,2})\.(\d\d)\.(\d\d\b)/, '$1:$2:$3')
    // Programs with a year 2000 bug write the years since 1900.
    .replace(/(?<=[a-z]{3} )1\d\d(?= \d{1,2}:)/i, (years) => String(1900 + Number(years)))
    .replace(/\s+/g, ' ')
    .trim()
  const time = readDate(bare)
  if (time !== null) return time
  // Dates before 1970 are valid in mail but not in feeds.
  const early = /\b19[67]\d\b/.test(bare) ? Date.parse(bare) : NaN
  return early >= EARLIEST && early < 0 ? early : null
}

/** RFC 5322 allows comments anywhere, also nested. */
function withoutComments(text: string): string {
  let depth = 0
  let bare = ''
  for (const letter of text) {
    if (letter === '(') depth += 1
    else if (letter === ')' && depth > 0) depth -= 1
    else if (depth === 0) bare += letter
  }
  return bare
}

export type Mail = {
  readonly subject: string | null
  readonly from: Sender
  /** ms since 1970; null without a valid date. */
  readonly date: number | null
  /** Raw, not sanitised. */
  readonly html: string | null
  readonly text: string | null
  readonly messageId: string | null
  /** When the last server received it, ms. */
  readonly receivedAt: number | null
  /** Addresses of List-Unsubscribe, as written. */
  readonly unsubscribe: readonly string[]
  /** URL of the archived copy (RFC 5064). */
  readonly archivedAt: string | null
  readonly parts: readonly Part[]
}

/** @param raw the full mail, possibly broken. Never throws because of its content. */
export async function readMail(raw: Uint8Array): Promise<Mail> {
  const parsed = await parseMail(raw)
  const header = (name: string) => parsed.headers.find(({ key }) => key === name)?.value
  return {
    subject: decodedText(header('subject')),
    from: senderOf(header),
    date: sentAt(header('date')),
    html: spoken(parsed.html),
    text: spoken(parsed.text),
    messageId: header('message-id')?.trim().replace(/^<|>$/g, '') || null,
    receivedAt: sentAt(header('received')?.split(';').at(-1)),
    unsubscribe: [...(header('list-unsubscribe') ?? '').matchAll(/<([^<>]+)>/g)].flatMap(
      ([, url]) => url?.replace(/\s+/g, '') ?? [],
    ),
    archivedAt: header('archived-at')?.replace(/[<>\s]/g, '') || null,
    parts: parsed.attachments.map((part) => ({ ...part, filename: nameOf(part) })),
  }
}

/** Some senders use single quotes instead of double ones. */
const nameOf = ({ filename }: Part): string | null =>
  decodedText(filename?.replace(/^'([^']+)'$/, '$1') ?? undefined)

/** Removes blank lines around a part: they belong to the MIME structure. */
const spoken = (text: string | undefined): string | null =>
  clean(text ?? '')
    .replaceAll('\r\n', '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd() || null

/** From, or Sender without a From. */
function senderOf(header: (name: string) => string | undefined): Sender {
  const people = ['from', 'sender', 'reply-to', 'return-path'].map((name) => senderIn(header(name)))
  return people.find((one) => one.name ?? one.address) ?? { name: null, address: null }
}
