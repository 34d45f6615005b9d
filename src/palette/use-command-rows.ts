import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import { availability, SAVE_PREFIX, type Command } from '../core/index.ts'
import { $firstKeys, $targets, registry } from '../model/app/index.ts'
import { $aliases, paletteClosed } from '../model/palette/index.ts'
import { $recentCommands } from '../model/recents/index.ts'
import { $general } from '../model/settings/index.ts'
import { panes, $lastPane } from '../model/layout/index.ts'
import { entryVerbs } from '../model/menus/index.ts'
import { useTranslation, termsText, type Translation } from '../ui/index.ts'
import { useSubjectOfCall } from './preview/use-subject-of-call.ts'
import { rank, isNamed, type Candidate, type Ranked } from './rank.ts'
import type { PaletteRow, PaletteSection } from './rows.ts'
import { useCommandActions } from './use-command-actions.ts'
import { useContextKeys } from './use-context-keys.ts'
import { useCommandSearchText } from './use-command-search-text.ts'
import { titleNow } from './use-command-candidates.ts'
import { useReadStore } from './use-read-store.ts'
import { withLayouts } from './keyboard-layouts.ts'

/** Groups whose commands go somewhere or change a setting: the rows of the prefix `:`. */
const PLACE_GROUPS: ReadonlySet<string> = new Set(['go', 'settings', 'follow', 'session'])

/** What stands at the end of a command's row: its names, and its group where no heading above it says that. */
export const commandDetail = (
  names: readonly (string | undefined)[],
  group: string,
  section: string,
): string | undefined =>
  [...names, section !== 'here' && section !== `group ${group}` && group].filter(Boolean).join(' · ') ||
  undefined

/**
 * The registry as sections of rows. Without a text: what can be done with the current entries, recent ones, then every
 * command by group. With a text: by rank.
 * @param kind commands: all; places: those that go somewhere or set something
 */
export function useCommandRows(
  all: readonly Candidate<Command>[],
  text: string,
  kind: 'commands' | 'places' | 'none',
): readonly PaletteSection[] {
  const { t } = useTranslation()
  const searchTextOf = useCommandSearchText()
  const keys = useUnit($firstKeys)
  const contextKeys = useContextKeys()
  const { aliases, recents, general, targets, area } = useUnit({
    aliases: $aliases,
    recents: $recentCommands,
    general: $general,
    targets: $targets,
    area: $lastPane,
  })
  const recentCount = general.recentCommands
  const { invoke, close } = useUnit({ invoke: registry.commandInvoked, close: paletteClosed })
  const actionsOf = useCommandActions()
  const subjectOf = useSubjectOfCall()
  const read = useReadStore()

  const pluginNameOf = useMemo(() => namesOfEquals(all, t), [all, t])

  const candidates = useMemo(
    () => (kind === 'places' ? all.filter(({ of }) => PLACE_GROUPS.has(of.group)) : all),
    [all, kind],
  )

  return useMemo(() => {
    if (kind === 'none') return []
    const reasonOf = (command: Command): string => {
      const state = availability(command, contextKeys)
      return state.available ? t('palette.noChoices') : termsText(state.missing, t)
    }
    const row = ({ of: command, ranges, parts }: Ranked<Command>, section: string): PaletteRow => {
      const { title, group } = searchTextOf(command)
      const now = titleNow(command, targets, { read, t })
      return {
        // These commands stand in their group, too.
        key: section === 'here' || section === 'recent' ? `${section} ${command.id}` : command.id,
        title: now ?? title,
        ranges: now === null ? ranges : [],
        icon: command.icon,
        detail: commandDetail([aliases[command.id], pluginNameOf.get(command.id)], group, section),
        keys: keys.get(command.id),
        missing: parts.unavailable ? reasonOf(command) : undefined,
        parts: text === '' ? undefined : parts,
        byHandOnly: text !== '' && !isNamed(parts),
        choose: () => {
          // Closed first, because closing would move the focus that the command sets; a missing argument opens it again.
          close()
          invoke({ id: command.id, source: 'palette' })
        },
        actions: () => actionsOf(command, parts),
        preview: () => subjectOf(command),
      }
    }
    if (text !== '') {
      const ranked = withLayouts(text, (query) => rank(candidates, query))
      return sectionOf('commands', t('palette.commands'), ranked, row)
    }
    const ranked = rank(candidates, '')
    const recentIds = new Map(recents.map(({ id }, at) => [id, at]))
    const recent = ranked
      .filter(({ of, parts }) => !parts.unavailable && !of.keysOnly && recentIds.has(of.id))
      .slice(0, recentCount)
    // On other screens the entry is not in sight.
    const entries = panes.some((pane) => pane === area) ? [targets.entries(1) ?? []].flat() : []
    const verbs = candidates
      .filter(({ of, unavailable }) => entries.length > 0 && !unavailable && verbIndex(of) >= 0)
      .toSorted((a, b) => verbIndex(a.of) - verbIndex(b.of))
    const here =
      entries.length > 1 ? t('palette.theseEntries', { count: entries.length }) : t('palette.thisEntry')
    const groups = Map.groupBy(candidates, ({ of }) => searchTextOf(of).group)
    return [
      ...sectionOf('here', here, verbs.map(unranked), row),
      ...sectionOf('recent', t('palette.recent'), recent, row),
      ...[...groups].flatMap(([group, members]) =>
        sectionOf(`group ${group}`, group, members.map(unranked), row),
      ),
    ]
  }, [
    kind,
    candidates,
    text,
    aliases,
    recents,
    recentCount,
    keys,
    searchTextOf,
    actionsOf,
    subjectOf,
    pluginNameOf,
    contextKeys,
    targets,
    area,
    read,
    t,
    invoke,
    close,
  ])
}

/** Position among what can be done with entries: the verbs of their menu, then the services that save them; -1: none. */
function verbIndex({ id }: Command): number {
  return id.startsWith(SAVE_PREFIX) ? entryVerbs.length : entryVerbs.indexOf(id)
}

/** In the order of the registry. */
const unranked = ({ of, use, unavailable = false }: Candidate<Command>) => ({
  of,
  ranges: [],
  score: 1,
  parts: { tier: 'words' as const, match: 1, use, unavailable },
})

function sectionOf(
  key: string,
  title: string,
  ranked: readonly Ranked<Command>[],
  row: (ranked: Ranked<Command>, section: string) => PaletteRow,
): PaletteSection[] {
  return ranked.length > 0 ? [{ key, title, rows: ranked.map((one) => row(one, key)) }] : []
}

// Plugins name their commands without knowing of each other.

/** Of each plugin's command whose title another command has too, by its id: the name of its plugin, which tells them apart. */
export function namesOfEquals(
  candidates: readonly Candidate<Command>[],
  t: Translation['t'],
): ReadonlyMap<string, string> {
  const equals = [...Map.groupBy(candidates, ({ title }) => title.text).values()].filter(
    (some) => some.length > 1,
  )
  return new Map(
    equals
      .flat()
      .flatMap(({ of: { id, plugin } }) =>
        plugin === undefined ? [] : [[id, t(`${plugin}:name`, { defaultValue: plugin })] as const],
      ),
  )
}
