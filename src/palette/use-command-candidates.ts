import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import type { Store } from 'effector'
import type { Command, Targets } from '../core/index.ts'
import { $targets, registry } from '../model/app/index.ts'
import { $lastPane } from '../model/layout/index.ts'
import { $aliases } from '../model/palette/index.ts'
import { $recentCommands } from '../model/recents/index.ts'
import { $services } from '../model/services.ts'
import { useTranslation, type Translation } from '../ui/index.ts'
import { commandCandidates } from './command-candidates.ts'
import type { Candidate } from './rank.ts'
import { useCommandSearchText } from './use-command-search-text.ts'
import { useContextKeys } from './use-context-keys.ts'
import { useReadStore } from './use-read-store.ts'

/** The registry as candidates, in the current language and context. */
export function useCommandCandidates(): readonly Candidate<Command>[] {
  const searchTextOf = useCommandSearchText()
  const read = useReadStore()
  const { t } = useTranslation()
  const contextKeys = useContextKeys()
  const { commands, aliases, recents, services, area, targets } = useUnit({
    commands: registry.$commands,
    aliases: $aliases,
    recents: $recentCommands,
    services: $services,
    area: $lastPane,
    targets: $targets,
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
        titleNowOf: (command) => titleNow(command, targets, { read, t }),
        choicesOf: ({ choices }) => (choices ? read(choices)({}) : []),
      }),
    [commands, contextKeys, aliases, recents, services, area, targets, searchTextOf, read, t],
  )
}

type TitleContext = { readonly read: <T>(store: Store<T>) => T; readonly t: Translation['t'] }

/** What exactly a command would do now, to the current target if it has one; null where its title says that. */
export function titleNow(
  { target, titleFor, currentTitle }: Command,
  targets: Targets,
  { read, t }: TitleContext,
): string | null {
  const message = currentTitle ? read(currentTitle) : null
  if (message) return t(message.key, { ...message.values })
  const current = target && targets[target](1)
  const key = target && titleFor && current !== undefined ? read(titleFor)({ [target]: current }) : null
  return key === null ? null : t(key)
}
