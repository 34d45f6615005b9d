import type { ServerHost } from '../../../src/plugin-api/server.ts'
import type { Db } from './tables.ts'

/** What the parts of the server half use. */
export type Services = { readonly host: ServerHost; readonly db: Db }
