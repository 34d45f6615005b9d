/** Outgoing e-mail, stored as jobs until a mail server has accepted it. */
import type { Services } from '../../http/routes.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { languageFor, type EmailLanguage, type Recipient } from './language.ts'

export const EMAIL_QUEUE = 'letters'

/** Plain text: readable everywhere, and links show their target. */
export type OutgoingEmail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly files?: readonly { readonly name: string; readonly type: string; readonly base64: string }[]
}

export type OutgoingEmails = {
  /** False without a mail server: no e-mail must be promised then. */
  readonly able: boolean
  /**
   * Does not wait: the caller may be in a transaction, and SQLite has no second connection.
   * @param letter the e-mail in a given language
   */
  readonly write: (reader: Recipient, letter: (language: EmailLanguage) => OutgoingEmail) => void
  /** Resolves when the e-mail is stored. */
  readonly send: (letter: OutgoingEmail) => Promise<void>
}

/** @returns the writer of e-mails; they are sent by the queue of `send.ts` */
export function createOutgoingEmail({
  config,
  storage,
  log,
  now,
  newId,
}: Pick<Services, 'config' | 'storage' | 'log' | 'now' | 'newId'>): OutgoingEmails {
  const send = (letter: OutgoingEmail, at = now()) =>
    enqueue(storage, EMAIL_QUEUE, newId(), { ...letter, at }, at)
  return {
    able: config.SMTP_URL !== '',
    send: (letter) => send(letter),
    write(reader, letter) {
      const at = now()
      languageFor(storage, reader)
        .then((language) => send(letter(language), at))
        .catch((cause: unknown) => log.error('An e-mail could not be queued', { userId: reader.id, cause }))
    },
  }
}
