import {
  findClashes,
  keymapOf,
  takesDigit,
  type Command,
  type ExampleState,
  type KeymapEntry,
  type KeyRule,
  type Overrides,
} from '../../../core/index.ts'

/** A command that new keys would hide or delay, or that would hide or delay them. */
export type Conflict = {
  /** null: the counts that are typed as digits. */
  readonly other: Command | null
  readonly is: 'same' | 'prefix' | 'digits'
  readonly example: ExampleState | null
}

export type Keymap = { readonly overrides: Overrides; readonly rules: readonly KeyRule[] }

/** The conflicts of the entries of a keymap that are new, one per other command. */
export function conflictsOf(
  commands: Iterable<Command>,
  { overrides, rules }: Keymap,
  isNew: (entry: KeymapEntry) => boolean,
): readonly Conflict[] {
  const entries = keymapOf(commands, overrides, rules)
  const clashes = findClashes(entries).flatMap(({ a, b, is, example }): Conflict[] => {
    if (isNew(a) === isNew(b)) return []
    return [{ other: isNew(a) ? b.command : a.command, is, example }]
  })
  const digits = entries.filter(isNew).some(takesDigit)
  const named = clashes.filter(({ other }) => other !== null)
  return [
    ...new Map(named.map((one) => [one.other?.id, one])).values(),
    ...(digits ? [{ other: null, is: 'digits', example: null } as const] : []),
  ]
}
