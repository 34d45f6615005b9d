import type { ServerHost } from '../../../src/plugin-api/server.ts'
import type { InstanceKeys } from './keys.ts'
import type { Db } from './tables.ts'

/** What the parts of the server half use; made once at start. */
export type Services = {
  readonly host: ServerHost
  readonly db: Db
  readonly keys: InstanceKeys
  /** Of the server's own RSSHub; empty without one. */
  readonly serverUrl: string
}
