import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import type { Command } from '../core/index.ts'
import { $aliases, $lastPane, $recentCommands, $services, context, registry } from '../model/index.ts'
import { commandCandidates } from './command-candidates.ts'
import type { Candidate } from './rank.ts'
import { useCommandSearchText } from './use-command-search-text.ts'
import { useReadStore } from './use-read-store.ts'

/** The registry as candidates, in the current language and context. */
export function useCommandCandidates(): readonly Candidate<Command>[] {
  const searchTextOf = useCommandSearchText()
  const read = useReadStore()
  const { commands, contextKeys, aliases, recents, services, area } = useUnit({
    commands: registry.$commands,
    contextKeys: context.$contextKeys,
    aliases: $aliases,
    recents: $recentCommands,
    services: $services,
    area: $lastPane,
  })
  return useMemo(
    () =>
      commandCandidates({
        commands: commands.values(),
        contextKeys,
        aliases,
        recents,
        now: services.clock.now(),
        area,
        searchTextOf,
        choicesOf: ({ choices }) => (choices ? read(choices)({}) : []),
      }),
    [commands, contextKeys, aliases, recents, services, area, searchTextOf, read],
  )
}
