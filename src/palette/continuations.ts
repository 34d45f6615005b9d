import { canonicalPresses, notationOf, type Command, type CommandArgs } from '../core/index.ts'
import type { PendingKeys } from '../model/app/index.ts'

/** A key that may follow: that of a command, or of several commands whose sequences begin with it. */
export type Continuation = {
  readonly command: Command
  /** The remaining keys; of a group its key alone. */
  readonly rest: string
  /** Arguments that the keys pass. */
  readonly args?: CommandArgs
  /** Number of commands behind a key that begins further sequences. */
  readonly group?: number
}

/** Longer lists are grouped by their next key. */
const GROUP_ABOVE = 12

/** The remaining keys of each command that the typed keys may complete, sorted by those keys. */
export function continuations({ typed, next }: Pick<PendingKeys, 'typed' | 'next'>): Continuation[] {
  const all = next
    .map(({ command, keys, args }) => ({
      command,
      rest: canonicalPresses(keys).slice(typed.length).map(notationOf).join(' '),
      ...(args && { args }),
    }))
    .filter(({ rest }) => rest !== '')
    .toSorted((a, b) => a.rest.localeCompare(b.rest))
  const unique = [...new Map(all.map((one) => [`${one.command.id} ${one.rest}`, one])).values()]
  if (unique.length <= GROUP_ABOVE) return unique
  return [...Map.groupBy(unique, ({ rest }) => rest.split(' ')[0] ?? '')].flatMap(([key, members]) => {
    const [first] = members
    if (!first) return []
    return members.length === 1 ? [first] : [{ command: first.command, rest: key, group: members.length }]
  })
}
