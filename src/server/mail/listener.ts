/** The mail server for inboxes: takes mail in, sends none on. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { putIntoInbox } from '../actions/inbox.ts'
import type { Services } from '../http/routes.ts'
import { inboxByHandle } from '../storage/inboxes.ts'
import { noRoom } from '../storage/no-room.ts'
import type { InboxRow } from '../storage/schema.ts'
import { handleOf } from './address.ts'
import { draftOfMail } from './drafts.ts'
import { createFloods } from './floods.ts'
import { readMail } from './read-mail.ts'

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
const WINDOW_MS = 600_000
/** In ten minutes: from one address, from one machine, and into one inbox. */
const SENDER_MAX = 30
const MACHINE_MAX = 300
const INBOX_MAX = 200

type Given = Pick<Services, 'config' | 'storage' | 'log' | 'now' | 'newId'>
type Said = (error?: Error | null, message?: string) => void

/** @param listen host:port, as SMTP_LISTEN @throws in words when the port cannot be had */
export async function startMailServer(given: Given, listen: string): Promise<MailServer> {
  const { now, log } = given
  const senders = createFloods(SENDER_MAX, WINDOW_MS, now)
  const machines = createFloods(MACHINE_MAX, WINDOW_MS, now)
  const inboxes = createFloods(INBOX_MAX, WINDOW_MS, now)
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
      const isFlood =
        !machines.allows(remoteAddress) || !senders.allows(address.toLowerCase() || remoteAddress)
      callback(isFlood ? refusal(451, '4.7.0 Too many mails from you: try again later') : null)
    },
    onRcptTo({ address }, session, callback) {
      answer(callback, log, async () => {
        if (session.envelope.rcptTo.length >= RECIPIENTS_MAX) throw refusal(452, '4.5.3 Too many recipients')
        const inbox = await inboxOf(given, address)
        if (!inbox) throw refusal(550, '5.1.1 There is no such inbox')
        if (!inboxes.allows(inbox.name))
          throw refusal(452, '4.2.2 Too many mails for this inbox: try again later')
      })
    },
    onData(stream, session, callback) {
      answer(callback, log, () => take(given, stream, session))
    },
  })
  server.on('error', (cause: Error) => log.warn('A mail could not be taken in', { cause }))
  const port = await listening(server, listen)
  return { port, stop: () => new Promise((stopped) => server.close(() => stopped())) }
}

/** Kept when this is over: only then may the sender forget the mail. */
async function take(given: Given, stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
  const raw = await contentOf(stream)
  if (!raw) throw refusal(552, `5.3.4 A mail may weigh ${SIZE_MAX} bytes`)
  const { now } = given
  const draft = await draftOfMail(await readMail(raw), now())
  for (const { address } of session.envelope.rcptTo) {
    const inbox = await inboxOf(given, address)
    if (inbox) await putIntoInbox(given, inbox, { draft, read: false })
  }
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
const isRefusal = (error: unknown): error is Error => error instanceof Error && 'responseCode' in error

/** What was not foreseen is for the log; the sender is told to come again, so that nothing is lost. */
function answer(callback: Said, log: Given['log'], work: () => Promise<void>): void {
  work().then(
    () => callback(null, 'Taken'),
    (error: unknown) => {
      if (isRefusal(error)) return callback(error)
      log.error('A mail could not be kept', { cause: error })
      if (noRoom(error)) return callback(refusal(452, '4.3.1 No room left: try again later'))
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
