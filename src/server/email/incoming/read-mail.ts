/** What a mail says: who, when, what, and what hangs on it. */
import { parseMail, type Part } from './parse-mail.ts'
import { senderIn, type Sender } from './sender.ts'
import { sentAt } from './sent-at.ts'
import { clean } from './text.ts'
import { wordsOf } from './encoded-words.ts'

export type Mail = {
  readonly subject: string | null
  readonly from: Sender
  /** ms since 1970; null when the mail names no time that can be read. */
  readonly date: number | null
  /** As written, not yet made safe. */
  readonly html: string | null
  readonly text: string | null
  readonly messageId: string | null
  /** When the last server took it in, ms. */
  readonly receivedAt: number | null
  /** Addresses of List-Unsubscribe, as written. */
  readonly unsubscribe: readonly string[]
  /** Where it can be read on the web (RFC 5064). */
  readonly archivedAt: string | null
  readonly parts: readonly Part[]
}

/** @param raw the whole mail as it came, however broken @returns never throws for what is in it */
export async function readMail(raw: Uint8Array): Promise<Mail> {
  const parsed = await parseMail(raw)
  const header = (name: string) => parsed.headers.find(({ key }) => key === name)?.value
  return {
    subject: wordsOf(header('subject')),
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

/** Some put single quotes where double ones belong. */
const nameOf = ({ filename }: Part): string | null =>
  wordsOf(filename?.replace(/^'([^']+)'$/, '$1') ?? undefined)

/** Blank lines around a part belong to the mail's seams, not to what is said. */
const spoken = (text: string | undefined): string | null =>
  clean(text ?? '')
    .replaceAll('\r\n', '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd() || null

/** Who wrote it; where nobody did, who sent it. */
function senderOf(header: (name: string) => string | undefined): Sender {
  const people = ['from', 'sender', 'reply-to', 'return-path'].map((name) => senderIn(header(name)))
  return people.find((one) => one.name ?? one.address) ?? { name: null, address: null }
}
