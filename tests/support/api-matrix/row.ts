/** What a row of the walk says of one call. */
import type { Input } from '../../../src/contract/calls.ts'
import type { ErrorKey } from '../../../src/contract/errors.ts'
import type { CallName } from '../../../src/contract/paths.ts'
import type { Who, World } from './world.ts'

/** done: answered, with nothing of Ada's own in it. */
export type Outcome = 'done' | ErrorKey
export type Headers = Readonly<Record<string, string>>
export type Bad = {
  readonly words: string
  readonly input: (world: World) => unknown
  readonly refusal: ErrorKey
  readonly headers?: (world: World) => Headers
}

export type Row<N extends CallName = CallName> = {
  /** What works for the person named in `by`; made anew for each asking, with what it needs. */
  readonly good: (world: World) => Input<N> | Promise<Input<N>>
  readonly headers?: (world: World) => Headers
  /** Ada when nobody is named. */
  readonly by?: Who
  /** What that person gets, where the call does nothing for anybody. */
  readonly refused?: ErrorKey
  /** What others get for the same words; `done` when nothing is said. */
  readonly others?: Partial<Record<Who | 'nobody', Outcome>>
  /** What an id of nothing gets, by field. The walk wants it said for each field that is an id. */
  readonly unknown?: Readonly<Record<string, Outcome>>
  /** Refusals of a missing field, where it is another than 1002. */
  readonly missing?: Readonly<Record<string, Outcome>>
  readonly bad?: readonly Bad[]
  /** Others may change something of Ada's with it. */
  readonly shared?: boolean
  readonly after?: (world: World) => Promise<unknown>
}
export type Rows<N extends CallName> = { readonly [K in N]: Row<K> }

/** Everybody else is refused alike. */
export const allOthers = (refusal: Outcome): Row['others'] => ({ bob: refusal, tom: refusal, root: refusal })
/** A call for admins. */
export const forAdmins = {
  by: 'root',
  others: { ada: 'noPermission', bob: 'noPermission', tom: 'noPermission' },
} as const
export const plain = { good: () => ({}) }
