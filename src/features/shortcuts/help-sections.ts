/** Data of the shortcuts page, derived from the registry's bindings so that it is complete. */
import type { KeyBinding, Command } from '../../core/index.ts'
import { panes } from '../../model/layout/index.ts'

/** A command and all its keys in one area. */
export type HelpRow = { readonly command: Command; readonly keys: readonly string[]; readonly own: boolean }
/** `where`: a focus area; null: everywhere; 'otherwise': the current area in another state; 'none': commands without keys. */
export type HelpSection = {
  readonly where: string | null | 'otherwise' | 'none'
  readonly rows: readonly HelpRow[]
}

/**
 * Sections: the current area, everywhere, the other areas, the current area in other states, commands without keys.
 * @param isAvailable whether a command can run now: of several with one key, the others are not in the current area
 */
export function helpSections(
  bound: readonly KeyBinding[],
  commands: Iterable<Command>,
  area: string,
  isAvailable: (command: Command) => boolean = () => true,
): readonly HelpSection[] {
  const named = bound.filter(({ command }) => command.group !== 'entries').map(widened)
  const areas = [...new Set(named.flatMap(({ where }) => where ?? []))].toSorted()
  const order = [area, null, ...areas.filter((one) => one !== area)]
  const rowsHere = rowsAt(named, area)
  const usedNow = new Set(rowsHere.filter(({ command }) => isAvailable(command)).flatMap(({ keys }) => keys))
  const isShadowed = ({ command, keys }: HelpRow) =>
    !isAvailable(command) && keys.every((one) => usedNow.has(one))
  const sections = [
    ...order.map((where) => ({
      where,
      rows: where === area ? rowsHere.filter((row) => !isShadowed(row)) : rowsAt(named, where),
    })),
    { where: 'otherwise', rows: rowsHere.filter(isShadowed) },
  ]
  const withKeys = new Set(bound.map(({ command }) => command.id))
  const unbound = [...commands].filter(({ id, keysOnly }) => !withKeys.has(id) && !keysOnly)
  const unboundSection = {
    where: 'none',
    rows: unbound.map((command) => ({ command, keys: [], own: false })),
  } as const
  return [...sections, unboundSection].filter(({ rows }) => rows.length > 0)
}

/** Bindings of commands that the user has not run. Moving about is not counted. @param used ids of commands */
export const unusedBindings = (bound: readonly KeyBinding[], used: ReadonlySet<string>): KeyBinding[] =>
  bound.filter(({ command }) => command.keysOnly !== true && !used.has(command.id))

/** What applies in all panes applies everywhere, whatever dialogs and menus it also names. */
function widened(binding: KeyBinding): KeyBinding {
  const isEverywhere = panes.every((pane) => binding.where?.includes(pane))
  return isEverywhere ? { ...binding, where: null } : binding
}

function rowsAt(bound: readonly KeyBinding[], area: string | null): readonly HelpRow[] {
  const rows = new Map<string, HelpRow>()
  for (const { command, keys, where, own } of bound) {
    const isInArea = area === null ? where === null : where?.includes(area) === true
    if (!isInArea) continue
    const existing = rows.get(command.id)
    rows.set(command.id, { command, keys: [...(existing?.keys ?? []), keys], own })
  }
  return [...rows.values()].toSorted(
    ({ command: a }, { command: b }) =>
      groupRank(a.group, area) - groupRank(b.group, area) || a.group.localeCompare(b.group),
  )
}

/** The groups whose commands are what a pane is for. */
const OWN_GROUPS: Readonly<Record<string, readonly string[]>> = {
  timeline: ['timeline', 'entry'],
  'entry-render': ['entry-render', 'entry'],
  'subscription-list': ['subscription', 'list'],
  'video-player': ['player'],
}
/** Groups that act on something else than the pane. */
const OTHER_GROUPS = ['player', 'macro']

function groupRank(group: string, area: string | null): number {
  const own = OWN_GROUPS[area ?? '']?.indexOf(group) ?? -1
  if (own !== -1) return own
  return OTHER_GROUPS.includes(group) ? 3 : 2
}

/** Filters to the rows whose text contains every word of the query, and drops empty sections. */
export function searchSections(
  sections: readonly HelpSection[],
  query: string,
  textOf: (row: HelpRow) => string,
): readonly HelpSection[] {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (terms.length === 0) return sections
  const matches = (row: HelpRow) => {
    const text = textOf(row).toLowerCase()
    return terms.every((term) => text.includes(term))
  }
  return sections
    .map((section) => ({ ...section, rows: section.rows.filter(matches) }))
    .filter(({ rows }) => rows.length > 0)
}
