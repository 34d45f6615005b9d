/** A mail server on the loopback that stores what it receives. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type Mailbox = {
  /** smtp://127.0.0.1:PORT */
  readonly url: string
  readonly mails: Email[]
  /** The SMTP status that refuses the next e-mails, or null to accept them. */
  refuse: number | null
  readonly close: () => Promise<void>
}

export async function startMailbox(): Promise<Mailbox> {
  const mails: Email[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo(_address, _session, callback) {
      if (box.refuse === null) return callback()
      return callback(Object.assign(new Error('Not now'), { responseCode: box.refuse }))
    },
    onData(stream, _session, callback) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(parts)).then((mail) => {
          mails.push(mail)
          callback()
        })
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const box: Mailbox = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    refuse: null,
    close: () => new Promise((done) => server.close(() => done())),
  }
  return box
}
