/** What the code of a plugin from elsewhere finds in its worker, and on the server: `lectern`. */
import type * as effector from 'effector'
import type { SandboxClientHost } from './client.ts'
import type { SandboxServerHost } from './server.ts'

/** `lectern` of the browser half. */
export type ClientLectern = {
  /** Makes stores and events. */
  readonly effector: typeof effector
  /** Starts the browser half: everything is registered while `start` runs. */
  start(half: { start(host: SandboxClientHost): void }): void
}

/** `lectern` of the server half. */
export type ServerLectern = {
  /** Starts the server half: every handler is registered while `start` runs. */
  start(half: { start(host: SandboxServerHost): void }): void
}
