import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import { availability, type KeyBinding, type Command } from '../core/index.ts'
import { $keyBindings, $recentCommands, $services, context, paletteClosed, registry } from '../model/index.ts'
import { useTranslation } from '../ui/index.ts'
import { termText } from './term-text.ts'
import { useCommandSearchText } from './use-command-search-text.ts'
import { frecency } from './frecency.ts'
import { rank, type Candidate, type Ranked } from './rank.ts'
import { MOST_ROWS, type PaletteRow, type PaletteSection } from './rows.ts'

/** Recent commands shown on top while nothing is typed. */
const RECENT = 5

/** The registry as sections of rows: recent ones first, then the rest; what cannot be done now is last and says why. */
export function useCommandRows(text: string, enabled: boolean): readonly PaletteSection[] {
  const { t } = useTranslation()
  const searchTextOf = useCommandSearchText()
  const { commands, contextKeys, bound, recents, services } = useUnit({
    commands: registry.$commands,
    contextKeys: context.$contextKeys,
    bound: $keyBindings,
    recents: $recentCommands,
    services: $services,
  })
  const { invoke, close } = useUnit({ invoke: registry.commandInvoked, close: paletteClosed })

  const candidates = useMemo(() => {
    const used = new Map(recents.map((one) => [one.id, one]))
    const now = services.clock.now()
    return (
      [...commands.values()]
        // The palette is open already.
        .filter((command) => !command.keysOnly && command.id !== 'palette:open')
        .map((command): Candidate<Command> => {
          const { searchTitle, searchOthers } = searchTextOf(command)
          return {
            title: searchTitle,
            others: searchOthers,
            use: frecency(used.get(command.id), now),
            last: !availability(command, contextKeys).available,
            of: command,
          }
        })
    )
  }, [commands, contextKeys, recents, services, searchTextOf])

  return useMemo(() => {
    if (!enabled) return []
    const keys = firstKeys(bound)
    const row = ({ of: command, ranges }: Ranked<Command>): PaletteRow => {
      const state = availability(command, contextKeys)
      const { title, group } = searchTextOf(command)
      return {
        key: command.id,
        title,
        ranges,
        icon: command.icon ?? 'command',
        detail: group,
        keys: keys.get(command.id),
        missing: state.available ? undefined : state.missing.map((term) => termText(term, t)).join(', '),
        choose: () => {
          // Closed first, because closing would move the focus that the command sets; a missing argument opens it again.
          close()
          invoke({ id: command.id, source: 'palette' })
        },
      }
    }
    const ranked = rank(candidates, text, MOST_ROWS)
    if (text !== '') return sections([['commands', t('palette.commands'), ranked.map(row)]])
    const recent = ranked
      .filter(({ of, last }) => !last && recents.some(({ id }) => id === of.id))
      .slice(0, RECENT)
    const rest = ranked.filter((one) => !recent.includes(one))
    return sections([
      ['recent', t('palette.recent'), recent.map(row)],
      ['commands', t('palette.commands'), rest.map(row)],
    ])
  }, [enabled, candidates, text, contextKeys, bound, recents, searchTextOf, t, invoke, close])
}

/** The first key sequence of each command, by command id. Cached per list of bindings, as every opening needs it. */
function firstKeys(bound: readonly KeyBinding[]): ReadonlyMap<string, string> {
  const cached = keysOf.get(bound)
  if (cached) return cached
  const first = new Map<string, string>()
  for (const one of bound) if (!first.has(one.command.id)) first.set(one.command.id, one.keys)
  keysOf.set(bound, first)
  return first
}
const keysOf = new WeakMap<readonly KeyBinding[], ReadonlyMap<string, string>>()

const sections = (all: readonly (readonly [string, string, readonly PaletteRow[]])[]): PaletteSection[] =>
  all.filter(([, , rows]) => rows.length > 0).map(([key, title, rows]) => ({ key, title, rows }))
