/** SMTP server for inboxes: receives mail and relays none. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { putIntoInbox } from '../../actions/inbox.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Services } from '../../http/routes.ts'
import { ParsingError } from '../../parsing/parsing-error.ts'
import { inboxByHandle } from '../../storage/lists/inboxes.ts'
import { diskFull } from '../../storage/engine/disk-full.ts'
import type { InboxRow } from '../../storage/schema.ts'
import { handleOf } from './open-inbox.ts'
import { createMailLimits, type MailLimits } from './rate-limit.ts'

export type MailServer = {
  readonly port: number
  /** Accepts no new connections and lets running transfers finish. */
  readonly stop: () => Promise<void>
}

/** Bytes of one mail; announced to senders as SIZE (RFC 1870). */
export const SIZE_MAX = 10 * 1_048_576
const CLIENTS_MAX = 50
const RECIPIENTS_MAX = 20
const IDLE_MS = 60_000
const CLOSING_MS = 3_000

type Options = Pick<
  Services,
  'config' | 'storage' | 'parsing' | 'log' | 'now' | 'newId' | 'room' | 'rulePlugins' | 'secrets'
>
type SmtpCallback = (error?: Error | null, message?: string) => void

/** @param listen host:port, as SMTP_LISTEN @throws Error with a readable message when the port cannot be opened */
export async function startMailServer(options: Options, listen: string): Promise<MailServer> {
  const { now, log } = options
  const limits = createMailLimits(now)
  const server = new SMTPServer({
    name: options.config.INBOX_DOMAIN || undefined,
    banner: 'Lectern',
    // The library's built-in TLS key is public, and there is no authentication. TLS needs a relay in front.
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    size: SIZE_MAX,
    maxClients: CLIENTS_MAX,
    socketTimeout: IDLE_MS,
    closeTimeout: CLOSING_MS,
    onMailFrom({ address }, { remoteAddress }, callback) {
      callback(limits.begins(remoteAddress, address) ? null : tooManyMails())
    },
    onRcptTo({ address }, session, callback) {
      respond(callback, log, async () => {
        if (session.envelope.rcptTo.length >= RECIPIENTS_MAX) throw refusal(452, '4.5.3 Too many recipients')
        // Existing handles are refused too, otherwise the responses reveal them.
        if (limits.isGuessing(session.remoteAddress))
          throw refusal(451, '4.7.1 Too many unknown recipients: try again later')
        const inbox = await recipientOf(options, limits, session, address)
        if (!inbox) throw refusal(550, '5.1.1 There is no such inbox')
        if (limits.isFull(inbox.name)) throw inboxFull()
      })
    },
    onData(stream, session, callback) {
      respond(callback, log, () => acceptMail(options, limits, stream, session))
    },
  })
  server.on('error', (cause: Error) => log.warn('An e-mail could not be received', { cause }))
  const port = await listening(server, listen)
  return { port, stop: () => new Promise((stopped) => server.close(() => stopped())) }
}

/** Resolves once the mail is stored: only then may the sender drop it. */
async function acceptMail(
  options: Options,
  limits: MailLimits,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<void> {
  const raw = await contentOf(stream)
  if (!raw) throw refusal(552, `5.3.4 A mail may weigh ${SIZE_MAX} bytes`)
  const { mailFrom, rcptTo } = session.envelope
  const recipients = await Promise.all(rcptTo.map(({ address }) => inboxOf(options, address)))
  const inboxes = [...new Map(recipients.flatMap((inbox) => (inbox ? [[inbox.name, inbox]] : []))).values()]
  const sender = mailFrom ? mailFrom.address : ''
  const names = inboxes.map(({ name }) => name)
  // A retry to all recipients is harmless: an inbox stores a mail once, by its id.
  if (!limits.accepts(session.remoteAddress, sender, names))
    throw names.some(limits.isFull) ? inboxFull() : tooManyMails()
  const draft = await options.parsing
    .inTurnOf(session.remoteAddress)
    .parse('mail', { raw, now: options.now() })
    .catch(refuseUnparsed)
  for (const inbox of inboxes)
    await putIntoInbox(options, inbox, { draft, read: false }).catch((error: unknown) => {
      throw error instanceof Refusal && error.key === 'accountFull' ? inboxFull() : error
    })
}

/** The inbox of a recipient; an unknown handle on our domain counts as a guess. */
async function recipientOf(
  options: Options,
  limits: MailLimits,
  { remoteAddress }: SMTPServerSession,
  address: string,
): Promise<InboxRow | undefined> {
  const inbox = await inboxOf(options, address)
  const handle = handleOf(address, options.config.INBOX_DOMAIN)
  if (!inbox && handle !== null) limits.guessed(remoteAddress, handle)
  return inbox
}

/** @returns null for a mail that is too large; it is read to its end and dropped */
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

async function inboxOf({ storage, config }: Options, address: string): Promise<InboxRow | undefined> {
  const handle = handleOf(address, config.INBOX_DOMAIN)
  return handle === null ? undefined : inboxByHandle(storage, handle)
}

const refusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })
const tooManyMails = () => refusal(451, '4.7.0 Too many mails from you: try again later')
const inboxFull = () => refusal(452, '4.2.2 Too many mails for this inbox: try again later')
/** A mail that cannot be parsed is refused for good; a busy parser asks the sender to retry. */
function refuseUnparsed(error: unknown): never {
  if (!(error instanceof ParsingError)) throw error
  throw error.failure === 'busy'
    ? refusal(451, `4.3.2 ${error.message}`)
    : refusal(554, `5.6.0 ${error.message}`)
}
const isRefusal = (error: unknown): error is Error => error instanceof Error && 'responseCode' in error

/** Logs unexpected errors and answers with a temporary failure, so that the sender retries. */
function respond(callback: SmtpCallback, log: Options['log'], task: () => Promise<void>): void {
  task().then(
    () => callback(null, 'Taken'),
    (error: unknown) => {
      if (isRefusal(error)) return callback(error)
      log.error('An e-mail could not be stored', { cause: error })
      if (diskFull(error)) return callback(refusal(452, '4.3.1 No room left: try again later'))
      return callback(refusal(451, '4.3.0 Not now: try again later'))
    },
  )
}

async function listening(server: SMTPServer, listen: string): Promise<number> {
  const { host, port } = hostAndPort(listen)
  try {
    server.listen(port, host)
    await once(server.server, 'listening')
  } catch (error) {
    const message = `Mail cannot be taken in at ${listen} (SMTP_LISTEN): ${(error as Error).message}`
    throw new Error(message, { cause: error })
  }
  return (server.server.address() as AddressInfo).port
}

/** An IPv6 host is in brackets, as in `[::1]:2525`. */
function hostAndPort(listen: string): { host: string; port: number } {
  const at = listen.lastIndexOf(':')
  return { host: listen.slice(0, at).replace(/^\[(.*)\]$/, '$1'), port: Number(listen.slice(at + 1)) }
}
