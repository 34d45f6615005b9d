import { findClashes, keymapOf, type Clash, type Command, type Overrides } from '../../../core/index.ts'

/** The commands that new keys for one would get in the way of, prefixes included. */
export function clashesWith(
  keys: string,
  command: Command,
  commands: ReadonlyMap<string, Command>,
  overrides: Overrides,
): readonly { readonly other: Command; readonly is: Clash['is'] }[] {
  const requested = keymapOf(commands.values(), { ...overrides, [command.id]: keys })
  const clashes = findClashes(requested).flatMap(({ a, b, is }) => {
    if (a.command?.id === command.id && b.command) return [{ other: b.command, is }]
    return b.command?.id === command.id && a.command ? [{ other: a.command, is }] : []
  })
  return [...new Map(clashes.map((one) => [one.other.id, one])).values()]
}
