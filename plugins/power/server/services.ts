import type { ServerHost } from '../../../src/plugin-api/server.ts'
import type { TransferInput } from './ledger/charge.ts'

/** What the parts of the server half use; made once at start. */
export type Services = {
  readonly host: ServerHost
  readonly ledger: TransferInput
  /** Where users vote for this server; empty: nowhere. */
  readonly voteUrl: string
}
