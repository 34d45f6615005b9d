/** Letters on their way out: kept as jobs until a mail server has taken them. */
import type { Services } from '../http/routes.ts'
import { enqueue } from '../jobs/jobs.ts'
import { languageFor, type LetterLanguage, type Reader } from './language.ts'

export const LETTERS = 'letters'

/** Plain text: it is readable everywhere and says where its links lead. */
export type Letter = { readonly to: string; readonly subject: string; readonly text: string }

export type Letters = {
  /** False where no mail server is named: nothing must be promised then. */
  readonly able: boolean
  /**
   * Does not wait: whoever writes may stand in a transaction, and SQLite has no second connection.
   * @param letter in a language
   */
  readonly write: (reader: Reader, letter: (language: LetterLanguage) => Letter) => void
}

/** @returns what writes letters; they leave by the queue of `send.ts` */
export function createLetters({
  config,
  storage,
  log,
  now,
  newId,
}: Pick<Services, 'config' | 'storage' | 'log' | 'now' | 'newId'>): Letters {
  return {
    able: config.SMTP_URL !== '',
    write(reader, letter) {
      const at = now()
      languageFor(storage, reader)
        .then((language) => enqueue(storage, LETTERS, newId(), { ...letter(language), at }, at))
        .catch((cause: unknown) => log.error('A letter could not be kept', { userId: reader.id, cause }))
    },
  }
}
