/** The page of keys as data: made from the registry's bindings, so that nothing can be missing from it. */
import type { KeyBinding, Command } from '../../core/index.ts'

/** One line: a command and all its keys in one place. */
export type HelpRow = { readonly command: Command; readonly keys: readonly string[]; readonly own: boolean }
/** `where`: a focus area; null: everywhere; 'none': commands without keys. */
export type HelpSection = { readonly where: string | null | 'none'; readonly rows: readonly HelpRow[] }

/** What the keys do here first, then everywhere, then in the other places, then what has no keys. */
export function helpSections(
  bound: readonly KeyBinding[],
  commands: Iterable<Command>,
  area: string,
): readonly HelpSection[] {
  const named = [...new Set(bound.flatMap(({ where }) => where ?? []))].toSorted()
  const places = [area, null, ...named.filter((one) => one !== area)]
  const sections = places.map((where) => ({ where, rows: rowsAt(bound, where) }))
  const withKeys = new Set(bound.map(({ command }) => command.id))
  const without = [...commands].filter(({ id, keysOnly }) => !withKeys.has(id) && !keysOnly)
  const rest = { where: 'none', rows: without.map((command) => ({ command, keys: [], own: false })) } as const
  return [...sections, rest].filter(({ rows }) => rows.length > 0)
}

function rowsAt(bound: readonly KeyBinding[], place: string | null): readonly HelpRow[] {
  const rows = new Map<string, HelpRow>()
  for (const { command, keys, where, own } of bound) {
    const here = place === null ? where === null : where?.includes(place) === true
    if (!here) continue
    const known = rows.get(command.id)
    rows.set(command.id, { command, keys: [...(known?.keys ?? []), keys], own })
  }
  return [...rows.values()].toSorted((a, b) => a.command.group.localeCompare(b.command.group))
}

/** Keeps the rows whose words or keys hold every word asked for; sections without rows go. */
export function searchSections(
  sections: readonly HelpSection[],
  query: string,
  wordsOf: (row: HelpRow) => string,
): readonly HelpSection[] {
  const asked = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (asked.length === 0) return sections
  const fits = (row: HelpRow) => {
    const words = wordsOf(row).toLowerCase()
    return asked.every((word) => words.includes(word))
  }
  return sections
    .map((section) => ({ ...section, rows: section.rows.filter(fits) }))
    .filter(({ rows }) => rows.length > 0)
}
