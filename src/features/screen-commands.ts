/** The `go:` commands of the screens that features contribute. */
import type { CommandCall, Command } from '../core/index.ts'
import { screenRequested } from '../model/location/index.ts'
import type { Feature } from './feature.ts'

export const screenCommands = (features: readonly Feature[]): readonly Command[] =>
  features.flatMap(({ screens = [] }) =>
    screens.flatMap(({ path, command }): Command[] =>
      command
        ? [
            {
              id: `go:${command.id}`,
              group: 'go',
              kind: 'view',
              keywords: `keywords.go.${command.id}`,
              title: `go.${command.id}`,
              icon: command.icon,
              bindings: command.keys.map((keys) => ({ keys })),
              run: screenRequested.prepend<CommandCall>(() => ({ path: command.path ?? path })),
            },
          ]
        : [],
    ),
  )
