/** What a mail says: who, when, what, and what hangs on it. */
import { addressParser, type Address, type Mailbox } from 'postal-mime'
import { readDate } from '../feeds/normalise/dates.ts'
import { parseMail, type Parsed, type Part } from './parse-mail.ts'
import { clean } from './text.ts'
import { wordsOf } from './words.ts'

export type Sender = { readonly name: string | null; readonly address: string | null }
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
    subject: wordsOf(parsed.subject),
    from: senderOf(parsed),
    date: readDate(header('date')?.replace(/\s*\([^)]*\)\s*$/, '')),
    html: written(parsed.html),
    text: written(parsed.text),
    messageId: header('message-id')?.trim().replace(/^<|>$/g, '') || null,
    receivedAt: readDate(
      header('received')
        ?.split(';')
        .at(-1)
        ?.replace(/\s*\([^)]*\)\s*$/, ''),
    ),
    unsubscribe: [...(header('list-unsubscribe') ?? '').matchAll(/<([^<>]+)>/g)].flatMap(
      ([, url]) => url?.replace(/\s+/g, '') ?? [],
    ),
    archivedAt: header('archived-at')?.replace(/[<>\s]/g, '') || null,
    parts: parsed.attachments.map((part) => ({ ...part, filename: wordsOf(part.filename ?? undefined) })),
  }
}

const written = (text: string | undefined): string | null =>
  text === undefined || text.trim() === '' ? null : clean(text).replaceAll('\r\n', '\n')

/** Who wrote it; where nobody did, who sent it. */
function senderOf({ from, sender, replyTo, returnPath }: Parsed): Sender {
  const said = [from, sender, ...(replyTo ?? [])].map(personOf).find((one) => one.name ?? one.address)
  return said ?? { name: null, address: wordsOf(returnPath) }
}

function personOf(address: Address | undefined): Sender {
  if (!address) return { name: null, address: null }
  const one = mailboxOf(address)
  if (!one) return { name: wordsOf(address.name), address: null }
  // A whole `Name <address>` that somebody encoded as one word.
  const inside =
    one.address === '' && one.name.includes('@') ? addressParser(one.name).map(mailboxOf)[0] : undefined
  const { name, address: at } = inside ?? one
  const plain =
    wordsOf(name)
      ?.replace(/^(["'])(.*)\1$/, '$2')
      .trim() || null
  const wire = wordsOf(at)?.replace(/\s/g, '') || null
  return { name: plain === wire ? null : plain, address: wire }
}

const mailboxOf = (address: Address): Mailbox | undefined =>
  address.group === undefined ? address : address.group[0]
