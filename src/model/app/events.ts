import { createEvent } from 'effector'
import type { CommandArgs } from '../../core/index.ts'

/** The app's first event, once per page. */
export const appStarted = createEvent()

/** Another user signed in, or the user signed out: their data is removed from stores and localStorage, except shortcuts and colours. */
export const userDataCleared = createEvent()

/** The error page shows this error. */
export const errorShown = createEvent<unknown>()

/** A message to the user. Keys are i18n keys with their namespace (`errors:8000`, `app:undo.done`). */
export type UserNotification = {
  /** Another notification with this id replaces it. Default: its key. */
  readonly id?: string
  readonly key: string
  readonly values?: Readonly<Record<string, string | number>>
  /** The server's message, in English: displayed if the key has no translation. */
  readonly message?: string | undefined
  /** The cause, specific to this request. */
  readonly reason?: string
  /** Shown as keycaps after the text. */
  readonly keys?: string
  /** The error code of the catalogue, if the server refused. */
  readonly code?: number
  /** ms that the toast stays. Default: by its kind. */
  readonly duration?: number
  /** A button of the toast. */
  readonly action?: NotificationAction
  /** A second one, which shows the key of its command. */
  readonly otherAction?: NotificationAction
}
/** i18n key and the command that it runs. */
export type NotificationAction = {
  readonly title: string
  readonly command: string
  readonly args?: CommandArgs
}
/** Displayed as a toast by the app. */
export const errorNotified = createEvent<UserNotification>()
export const infoNotified = createEvent<UserNotification>()
/** Their toasts are outdated. */
export const notificationsDismissed = createEvent<readonly string[]>()

/** The focus goes to the buttons of the newest message, or all messages are dismissed. */
export const messagesFocusRequested = createEvent()
export const messagesDismissed = createEvent()
