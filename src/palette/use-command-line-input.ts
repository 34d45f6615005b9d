import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import type { Argument, Command, CommandArgs } from '../core/index.ts'
import { $targets } from '../model/app/index.ts'
import { $services } from '../model/services.ts'
import { useTranslation } from '../ui/index.ts'
import type { CommandLineInput } from './command-line.ts'
import { localDay } from './local-day.ts'
import type { Candidate } from './rank.ts'
import { useReadStore } from './use-read-store.ts'

/** What a command line is read with, in the current language. Options are read when they are needed. */
export function useCommandLineInput(candidates: readonly Candidate<Command>[]): CommandLineInput {
  const { t } = useTranslation()
  const read = useReadStore()
  const { targets, services } = useUnit({ targets: $targets, services: $services })
  return useMemo(
    () => ({
      candidates,
      choicesOf: ({ choices }: Argument, earlier: CommandArgs) =>
        choices
          ? read(choices)(earlier).map((choice) =>
              choice.titleKey ? { ...choice, title: t(choice.titleKey) } : choice,
            )
          : [],
      targetOf: ({ target }: Command) => (target ? targets[target](1) : undefined),
      today: localDay(services.clock.now()),
    }),
    [candidates, read, targets, services, t],
  )
}
