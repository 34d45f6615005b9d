/** The mail server for inboxes: takes mail in, sends none on. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { putIntoInbox } from '../../actions/inbox.ts'
import type { Services } from '../../http/routes.ts'
import { ParsingError } from '../../parsing/parsing-error.ts'
import { inboxByHandle } from '../../storage/inboxes.ts'
import { diskFull } from '../../storage/disk-full.ts'
import type { InboxRow } from '../../storage/schema.ts'
import { handleOf } from './address.ts'
import { createMailLimits, type MailLimits } from './rate-limit.ts'

export type MailServer = {
  readonly port: number
  /** Takes no new mail and lets what is arriving arrive. */
  readonly stop: () => Promise<void>
}

/** What one mail may weigh; told to senders beforehand (RFC 1870). */
export const SIZE_MAX = 10 * 1_048_576
const CLIENTS_MAX = 50
const RECIPIENTS_MAX = 20
const IDLE_MS = 60_000
const CLOSING_MS = 3_000

type Given = Pick<Services, 'config' | 'storage' | 'parsing' | 'log' | 'now' | 'newId'>
type Said = (error?: Error | null, message?: string) => void

/** @param listen host:port, as SMTP_LISTEN @throws in words when the port cannot be had */
export async function startMailServer(given: Given, listen: string): Promise<MailServer> {
  const { now, log } = given
  const limits = createMailLimits(now)
  const server = new SMTPServer({
    name: given.config.INBOX_DOMAIN || undefined,
    banner: 'Lectern',
    // Its own TLS key is public, and nobody signs in: whoever wants TLS puts a mail relay in front.
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    size: SIZE_MAX,
    maxClients: CLIENTS_MAX,
    socketTimeout: IDLE_MS,
    closeTimeout: CLOSING_MS,
    onMailFrom({ address }, { remoteAddress }, callback) {
      callback(limits.begins(remoteAddress, address) ? null : tooMany())
    },
    onRcptTo({ address }, session, callback) {
      answer(callback, log, async () => {
        if (session.envelope.rcptTo.length >= RECIPIENTS_MAX) throw refusal(452, '4.5.3 Too many recipients')
        // Names that exist are refused too: otherwise each answer would still tell which do.
        if (limits.isGuessing(session.remoteAddress))
          throw refusal(451, '4.7.1 Too many unknown recipients: try again later')
        const inbox = await recipientOf(given, limits, session, address)
        if (!inbox) throw refusal(550, '5.1.1 There is no such inbox')
        if (limits.isFull(inbox.name)) throw inboxFull()
      })
    },
    onData(stream, session, callback) {
      answer(callback, log, () => take(given, limits, stream, session))
    },
  })
  server.on('error', (cause: Error) => log.warn('A mail could not be taken in', { cause }))
  const port = await listening(server, listen)
  return { port, stop: () => new Promise((stopped) => server.close(() => stopped())) }
}

/** Stored when this is over: only then may the sender forget the mail. */
async function take(
  given: Given,
  limits: MailLimits,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<void> {
  const raw = await contentOf(stream)
  if (!raw) throw refusal(552, `5.3.4 A mail may weigh ${SIZE_MAX} bytes`)
  const { mailFrom, rcptTo } = session.envelope
  const found = await Promise.all(rcptTo.map(({ address }) => inboxOf(given, address)))
  const inboxes = [...new Map(found.flatMap((inbox) => (inbox ? [[inbox.name, inbox]] : []))).values()]
  const sender = mailFrom ? mailFrom.address : ''
  const names = inboxes.map(({ name }) => name)
  // Whoever sends it again to all sends nobody a second one: inboxes know a mail by its id.
  if (!limits.accepts(session.remoteAddress, sender, names))
    throw names.some(limits.isFull) ? inboxFull() : tooMany()
  const draft = await given.parsing.parse('mail', { raw, now: given.now() }).catch(notRead)
  for (const inbox of inboxes) await putIntoInbox(given, inbox, { draft, read: false })
}

/** The inbox of a recipient; an address of ours that has none counts as a guess. */
async function recipientOf(
  given: Given,
  limits: MailLimits,
  { remoteAddress }: SMTPServerSession,
  address: string,
): Promise<InboxRow | undefined> {
  const inbox = await inboxOf(given, address)
  const handle = handleOf(address, given.config.INBOX_DOMAIN)
  if (!inbox && handle !== null) limits.guessed(remoteAddress, handle)
  return inbox
}

/** @returns null for a mail that is too large, which is read to its end and not kept */
async function contentOf(stream: SMTPServerDataStream): Promise<Uint8Array | null> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    length += part.length
    if (length <= SIZE_MAX) parts.push(part)
    else parts.length = 0
  }
  return stream.sizeExceeded || length > SIZE_MAX ? null : Buffer.concat(parts)
}

async function inboxOf({ storage, config }: Given, address: string): Promise<InboxRow | undefined> {
  const handle = handleOf(address, config.INBOX_DOMAIN)
  return handle === null ? undefined : inboxByHandle(storage, handle)
}

const refusal = (responseCode: number, words: string): Error =>
  Object.assign(new Error(words), { responseCode })
const tooMany = () => refusal(451, '4.7.0 Too many mails from you: try again later')
const inboxFull = () => refusal(452, '4.2.2 Too many mails for this inbox: try again later')
/** One that takes too long today does so tomorrow; one that waited too long for others is welcome again. */
function notRead(error: unknown): never {
  if (!(error instanceof ParsingError)) throw error
  throw error.failure === 'busy'
    ? refusal(451, `4.3.2 ${error.message}`)
    : refusal(554, `5.6.0 ${error.message}`)
}
const isRefusal = (error: unknown): error is Error => error instanceof Error && 'responseCode' in error

/** What was not foreseen is for the log; the sender is told to come again, so that nothing is lost. */
function answer(callback: Said, log: Given['log'], work: () => Promise<void>): void {
  work().then(
    () => callback(null, 'Taken'),
    (error: unknown) => {
      if (isRefusal(error)) return callback(error)
      log.error('A mail could not be kept', { cause: error })
      if (diskFull(error)) return callback(refusal(452, '4.3.1 No room left: try again later'))
      return callback(refusal(451, '4.3.0 Not now: try again later'))
    },
  )
}

async function listening(server: SMTPServer, listen: string): Promise<number> {
  const { host, port } = placeOf(listen)
  try {
    server.listen(port, host)
    await once(server.server, 'listening')
  } catch (error) {
    const words = `Mail cannot be taken in at ${listen} (SMTP_LISTEN): ${(error as Error).message}`
    throw new Error(words, { cause: error })
  }
  return (server.server.address() as AddressInfo).port
}

/** `[::1]:2525` names its host in brackets, as addresses of the web do. */
function placeOf(listen: string): { host: string; port: number } {
  const at = listen.lastIndexOf(':')
  return { host: listen.slice(0, at).replace(/^\[(.*)\]$/, '$1'), port: Number(listen.slice(at + 1)) }
}
