/** What happens in the reader, by name: no titles, addresses or texts. */
import type { Event, Store } from 'effector'
import type { Entrance } from '../model/session/entrance.ts'

export type ReaderEvent =
  /** A command ran; `source` is what invoked it, such as `key` or `palette`. */
  | { readonly kind: 'command'; readonly id: string; readonly source: string }
  /** Once, when the plugin starts: the user has signed in or registered, or restarted for an update. */
  | { readonly kind: 'entered'; readonly how: Entrance }
  | { readonly kind: 'dialogOpened'; readonly dialog: string }
  /** However it was opened: by its row, a step, a link or the address. */
  | { readonly kind: 'entryOpened' }
  | { readonly kind: 'settingChanged'; readonly setting: string }
  /** The user has proved to own a feed. */
  | { readonly kind: 'feedClaimed' }
  /** The player was paused, ended or closed after so many seconds of playing. */
  | { readonly kind: 'played'; readonly seconds: number }
  /** A plugin's call of the wire contract succeeded: its method and path, such as `POST /boosts`. */
  | { readonly kind: 'wireCalled'; readonly call: string }
  /**
   * The user's data changed. `change` is the name of what is done again when it is repeated, such as `reads.mark` or
   * `subscriptions.follow`; `origin` what caused it, such as `command` or `scroll`.
   */
  | { readonly kind: 'changed'; readonly change: string; readonly count: number; readonly origin: string }

export type ReaderActivity = {
  readonly happened: Event<ReaderEvent>
  /** An error that the error page shows. Uncaught errors are the window's. */
  readonly errorShown: Event<unknown>
  /** The id of the user; null while signed out. */
  readonly $userId: Store<string | null>
  /** `hash` names the build; empty in development. */
  readonly version: string
  readonly hash: string
}
