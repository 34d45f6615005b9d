/** The keymap as a file, and what an import or a preset would change. */
import { boundKeys, parseKeyRules, type Command, type KeyBinding } from '../../../core/index.ts'
import { parseMacros, type Macro } from '../../../model/keys/index.ts'
import type { Keymap } from './conflicts-of.ts'

export type KeymapFile = Keymap & { readonly macros: readonly Macro[] }

export const formatKeymap = ({ overrides, rules, macros }: KeymapFile): string =>
  `${JSON.stringify({ version: 1, overrides, rules, macros }, null, 2)}\n`

/** Reads an exported file, a list of rules, or the map of commands of other clients. @returns null: it is none of them */
export function parseKeymap(text: string): KeymapFile | null {
  const json = jsonOf(text)
  if (typeof json !== 'object' || json === null) return null
  const rules = parseKeyRules(json)
  if (rules) return { overrides: {}, rules, macros: [] }
  const file = json as Record<string, unknown>
  if (file['version'] === undefined) {
    const overrides = mapOf(file)
    return Object.keys(overrides).length === 0 ? null : { overrides, rules: [], macros: [] }
  }
  return {
    overrides: mapOf(file['overrides']),
    rules: parseKeyRules(file['rules']) ?? [],
    macros: parseMacros(file['macros']) ?? [],
  }
}

/** The keys of a command before and after. */
export type KeymapDifference = {
  readonly command: Command
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** The commands whose keys differ. */
export function keymapDifferences(
  commands: ReadonlyMap<string, Command>,
  before: Keymap,
  after: Keymap,
): readonly KeymapDifference[] {
  const keysBefore = keysByCommand(commands, before)
  const keysAfter = keysByCommand(commands, after)
  return [...commands.values()].flatMap((command) => {
    const difference = {
      command,
      before: keysBefore.get(command.id) ?? [],
      after: keysAfter.get(command.id) ?? [],
    }
    return sameKeys(difference.before, difference.after) ? [] : [difference]
  })
}

function keysByCommand(commands: ReadonlyMap<string, Command>, { overrides, rules }: Keymap) {
  const bound = Map.groupBy(boundKeys(commands.values(), overrides, rules), ({ command }) => command.id)
  return new Map([...bound].map(([id, bindings]) => [id, [...new Set(bindings.map(describe))]]))
}

/** The keys with what else decides about them. */
const describe = ({ keys, args, when, count, own }: KeyBinding): string =>
  [
    keys,
    ...(own && args ? [JSON.stringify(args)] : []),
    ...(own && when ? [`(${when})`] : []),
    ...(count ? [`×${count}`] : []),
  ].join(' ')

const sameKeys = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one, at) => one === b[at])

const mapOf = (json: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries((json ?? {}) as object).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    ),
  )

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
