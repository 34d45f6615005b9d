/** Outgoing e-mail, stored as jobs until a mail server has accepted it. */
import type { Services } from '../../http/routes.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { languageFor, type EmailLanguage, type Recipient } from './language.ts'

export const EMAIL_QUEUE = 'letters'

/** Plain text: readable everywhere, and links show their target. */
export type OutgoingEmail = { readonly to: string; readonly subject: string; readonly text: string }

export type OutgoingEmails = {
  /** False without a mail server: no e-mail must be promised then. */
  readonly able: boolean
  /**
   * Does not wait: the caller may be in a transaction, and SQLite has no second connection.
   * @param letter the e-mail in a given language
   */
  readonly write: (reader: Recipient, letter: (language: EmailLanguage) => OutgoingEmail) => void
}

/** @returns the writer of e-mails; they are sent by the queue of `send.ts` */
export function createOutgoingEmail({
  config,
  storage,
  log,
  now,
  newId,
}: Pick<Services, 'config' | 'storage' | 'log' | 'now' | 'newId'>): OutgoingEmails {
  return {
    able: config.SMTP_URL !== '',
    write(reader, letter) {
      const at = now()
      languageFor(storage, reader)
        .then((language) => enqueue(storage, EMAIL_QUEUE, newId(), { ...letter(language), at }, at))
        .catch((cause: unknown) => log.error('An e-mail could not be queued', { userId: reader.id, cause }))
    },
  }
}
