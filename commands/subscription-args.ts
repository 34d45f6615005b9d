import { isView, type View } from '../src/contract/views.ts'
import type { CommandArgs } from '../src/core/index.ts'

/** The target of a command on subscriptions. */
export const idsOf = ({ subscriptions }: CommandArgs): readonly string[] =>
  Array.isArray(subscriptions) ? subscriptions : []
export const firstIdOf = (args: CommandArgs): string => idsOf(args)[0] ?? ''
/** A text argument; undefined where it was left out. */
export const textOf = (args: CommandArgs, name: string): string | undefined =>
  args[name] === undefined ? undefined : String(args[name])
export function viewOf({ view }: CommandArgs): View | undefined {
  return typeof view === 'number' && isView(view) ? view : undefined
}
