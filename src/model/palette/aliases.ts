/** Short names that the user gave to commands. A typed alias is always the first row. */
import { createEvent, createStore, sample } from 'effector'
import { deepEqual, foldCase } from '../../core/index.ts'
import { defineLocalChange } from '../journal/local-change.ts'
import { persist } from '../persist.ts'

/** Command id → alias. */
export type Aliases = Readonly<Record<string, string>>

/** An empty alias removes it. Another command with the same alias loses it. */
export const aliasChanged = createEvent<{ id: string; alias: string }>()
export const $aliases = createStore<Aliases>({}, { serialize: 'ignore' })
const change = defineLocalChange({
  name: 'aliases.change',
  source: $aliases,
  inverse: (aliases: Aliases, before) => (deepEqual(aliases, before) ? null : before),
  describe: () => ({ key: 'app:undo.aliases', values: {} }),
})
sample({
  clock: aliasChanged,
  source: $aliases,
  fn: (aliases, { id, alias }): Aliases => {
    const trimmed = alias.trim()
    const others = Object.entries(aliases).filter(
      ([other, name]) => other !== id && foldCase(name) !== foldCase(trimmed),
    )
    return Object.fromEntries(trimmed === '' ? others : [...others, [id, trimmed]])
  },
  target: change.requested,
})
$aliases.on(change.applied, (_, aliases) => aliases)
// Like the user's keys, aliases belong to the browser.
persist($aliases, { key: 'lectern:command-aliases', parse: parseAliases, changed: change.applied })

/** The stored text may be invalid: another version or the user wrote it. */
function parseAliases(text: string | null): Aliases {
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(
      Object.entries(stored).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    )
  } catch {
    return {}
  }
}
