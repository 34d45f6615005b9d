/** What an error of the database means for a user's data. */
import type { LocalFailure } from '../calls.ts'

export function failureOf(error: unknown): LocalFailure {
  return {
    kind: 'local',
    message: messageOf(error),
    full: isFull(error),
    ...(isOtherVersion(error) && { otherVersion: true }),
  }
}

const isOtherVersion = (error: unknown): boolean =>
  /newer version of Lectern|this version of the database/i.test(textOf(error))

const isFull = (error: unknown): boolean => /database or disk is full|QuotaExceeded/i.test(textOf(error))

/** An error of the disk or another tab's version: waiting or freeing space helps, and the data is intact. Never a reason to delete. */
export const isTransient = (error: unknown): boolean =>
  isFull(error) ||
  /disk I\/O error|unable to open database file|newer version of Lectern|migrations to this version|database is locked/i.test(
    textOf(error),
  )

/** The file is not what SQLite wrote. */
export const isDamage = (error: unknown): boolean =>
  /file is not a database|disk image is malformed/i.test(textOf(error))

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const textOf = (error: unknown): string =>
  error instanceof Error ? `${error.name} ${error.message}` : String(error)
