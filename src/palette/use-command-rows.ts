import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { availability, type Command } from '../core/index.ts'
import { $bound, $recentCommands, $services, context, paletteClosed, registry } from '../model/index.ts'
import { frecency } from './frecency.ts'
import { searchable } from './match.ts'
import { rank, type Candidate, type Ranked } from './rank.ts'
import { MOST_ROWS, type PaletteRow, type PaletteSection } from './rows.ts'

/** Recent commands shown on top while nothing is typed. */
const RECENT = 5

/** The registry as sections of rows: recent ones first, then the rest; what cannot be done now is last and says why. */
export function useCommandRows(text: string, wanted: boolean): readonly PaletteSection[] {
  const { t } = useTranslation()
  const { commands, facts, bound, recents, services } = useUnit({
    commands: registry.$commands,
    facts: context.$facts,
    bound: $bound,
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
          const others = [t(`groups.${command.group}`, { ns: 'shortcuts', defaultValue: command.group })]
          if (command.keywords) others.push(t(command.keywords, { ns: 'shortcuts', defaultValue: '' }))
          return {
            title: searchable(t(command.title, { ns: 'shortcuts' })),
            others: searchable(others.join(' ')),
            use: frecency(used.get(command.id), now),
            last: !availability(command, facts).available,
            of: command,
          }
        })
    )
  }, [commands, facts, recents, services, t])

  const keys = useMemo(() => {
    const first = new Map<string, string>()
    for (const one of bound) if (!first.has(one.command.id)) first.set(one.command.id, one.keys)
    return first
  }, [bound])

  return useMemo(() => {
    if (!wanted) return []
    const row = ({ of: command, ranges }: Ranked<Command>): PaletteRow => {
      const state = availability(command, facts)
      return {
        key: command.id,
        title: t(command.title, { ns: 'shortcuts' }),
        ranges,
        icon: command.icon ?? 'command',
        detail: t(`groups.${command.group}`, { ns: 'shortcuts', defaultValue: command.group }),
        keys: keys.get(command.id),
        missing: state.available
          ? undefined
          : state.missing.map((fact) => t(`palette.facts.${fact}`, { defaultValue: fact })).join(', '),
        choose: () => {
          // One that asks for something turns the palette's page; any other leaves it first, so that what it focuses stays focused.
          if (!command.args?.some((argument) => !argument.optional)) close()
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
  }, [wanted, candidates, text, facts, keys, recents, t, invoke, close])
}

const sections = (all: readonly (readonly [string, string, readonly PaletteRow[]])[]): PaletteSection[] =>
  all.filter(([, , rows]) => rows.length > 0).map(([key, title, rows]) => ({ key, title, rows }))
