/** Letters on their way out: kept as jobs until a mail server has taken them. */
import type { Services } from '../../http/routes.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { languageFor, type EmailLanguage, type Recipient } from './language.ts'

export const EMAIL_QUEUE = 'letters'

/** Plain text: it is readable everywhere and says where its links lead. */
export type OutgoingEmail = { readonly to: string; readonly subject: string; readonly text: string }

export type OutgoingEmails = {
  /** False where no mail server is named: nothing must be promised then. */
  readonly able: boolean
  /**
   * Does not wait: whoever writes may stand in a transaction, and SQLite has no second connection.
   * @param letter in a language
   */
  readonly write: (reader: Recipient, letter: (language: EmailLanguage) => OutgoingEmail) => void
}

/** @returns what writes letters; they leave by the queue of `send.ts` */
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
        .catch((cause: unknown) => log.error('A letter could not be kept', { userId: reader.id, cause }))
    },
  }
}
