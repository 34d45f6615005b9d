import { createEvent } from 'effector'

/** The app's first event, once per page. */
export const appStarted = createEvent()

/** Another user arrived, or the user signed out: stores and localStorage forget what is theirs. Keys and colours stay. */
export const userDataCleared = createEvent()

/** Something for the person to read. Keys are i18n keys with their namespace (`errors:8000`, `app:undo.done`). */
export type UserNotification = {
  readonly key: string
  readonly values?: Readonly<Record<string, string | number>>
  /** The server's own sentence, in English: shown where the key has no translation. */
  readonly message?: string | undefined
  /** What was wrong with this very request, in words. */
  readonly reason?: string
  /** The catalogue's code, where the server refused. */
  readonly code?: number
  /** A button of the toast: i18n key and the command it runs. */
  readonly action?: {
    readonly title: string
    readonly command: string
    readonly args?: Readonly<Record<string, string>>
  }
}
/** Drawn as a toast by the app. */
export const errorNotified = createEvent<UserNotification>()
export const infoNotified = createEvent<UserNotification>()
