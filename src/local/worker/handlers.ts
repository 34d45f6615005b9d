/** The handlers of one resource: for each of its calls a function that runs inside that call's transaction. */
import type { LocalAnswer, LocalArgument, LocalCallName } from '../calls.ts'
import type { OutboxFile } from './outbox-file.ts'
import type { Db } from './schema.ts'

/** These are about the file as a whole and cannot run inside a transaction. */
type WholeFileCall = 'database.export' | 'database.reset' | 'database.configure'
export type CallName = Exclude<LocalCallName, WholeFileCall>
export type Handler<N extends LocalCallName> = (
  db: Db,
  argument: LocalArgument<N>,
  outbox: Pick<OutboxFile, 'rows' | 'hasEnded'>,
) => Promise<LocalAnswer<N>>
export type Handlers<N extends LocalCallName = CallName> = { readonly [M in N]: Handler<M> }
