/** A row of the API access matrix. */
import type { Input } from '../../../src/contract/calls.ts'
import type { ErrorKey } from '../../../src/contract/errors.ts'
import type { CallName } from '../../../src/contract/paths.ts'
import type { Storage } from '../../../src/server/storage/open.ts'
import type { Site } from '../site.ts'
import type { Who, Fixtures } from './fixtures.ts'

/** A marker in all private data of Ada: no response to another user may contain it. */
export const MARK = 'adas-own'

/** done: a successful response without Ada's private data. */
export type Outcome = 'done' | ErrorKey
type Headers = Readonly<Record<string, string>>
export type Bad = {
  readonly label: string
  readonly input: (world: Fixtures) => unknown
  readonly refusal: ErrorKey
  readonly headers?: (world: Fixtures) => Headers
}

export type Row<N extends CallName = CallName> = {
  /** A valid input for the user in `by`; created anew for each request. */
  readonly good: (world: Fixtures) => Input<N> | Promise<Input<N>>
  readonly headers?: (world: Fixtures) => Headers
  /** The caller; Ada by default. */
  readonly by?: Who
  /** The refusal for that user, when the call never succeeds. */
  readonly refused?: ErrorKey
  /** The outcome for other users with the same input; `done` by default. */
  readonly others?: Partial<Record<Who | 'anonymous', Outcome>>
  /** The outcome of an unknown id, by field. Required for each id field. */
  readonly unknown?: Readonly<Record<string, Outcome>>
  /** Refusals of a missing field other than 1002. */
  readonly missing?: Readonly<Record<string, Outcome>>
  readonly bad?: readonly Bad[]
  /** Other users may change Ada's data with it. */
  readonly shared?: boolean
  readonly after?: (world: Fixtures) => Promise<unknown>
}
/** A row of a call of a plugin's wire.ts; its refusals are those of the plugin, too. */
type PluginRow = Omit<Row, 'good' | 'others' | 'unknown' | 'bad'> & {
  readonly good: (world: Fixtures) => object | Promise<object>
  readonly others?: Partial<Record<Who | 'anonymous', string>>
  readonly unknown?: Readonly<Record<string, string>>
  readonly bad?: readonly (Omit<Bad, 'refusal'> & { readonly refusal: string })[]
}
/** The default export of a plugin's testing/matrix.ts. */
export type PluginMatrix = {
  /** Variables of the server. */
  readonly env?: (site: Site) => Readonly<Record<string, string>>
  /** Adds what the rows are about, and private data of Ada. */
  readonly prepare?: (world: Fixtures) => Promise<void>
  readonly rows: Readonly<Record<string, PluginRow>>
  /** What is wrong in the plugin's tables, a line each. */
  readonly problems?: (storage: Storage) => Promise<readonly string[]>
  /** Columns with the id of a user that no foreign key clears, and the reason. */
  readonly retained?: Readonly<Record<string, string>>
  /** Addresses in requests, by call and path of the field, and the result for one that is not of the web. */
  readonly addresses?: Readonly<Record<string, 'refused' | 'left out' | 'looked up' | 'no address'>>
  /** Writes that are not broadcast, as they change nothing for others. */
  readonly unbroadcast?: readonly string[]
  /** Calls that return private data of Ada. */
  readonly marked?: readonly string[]
  /** Calls whose responses have no `code` (wire-contract 1.3). */
  readonly bare?: readonly string[]
}
export type Rows<N extends CallName> = { readonly [K in N]: Row<K> }

/** The same refusal for all other users. */
export const allOthers = <R extends string>(refusal: R) => ({ bob: refusal, tom: refusal, root: refusal })
/** A call for admins. */
export const forAdmins = {
  by: 'root',
  others: { ada: 'noPermission', bob: 'noPermission', tom: 'noPermission' },
} as const
export const plain = { good: () => ({}) }
