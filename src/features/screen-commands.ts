/** The `go:` commands of the screens and settings pages that features contribute. */
import type { CommandCall, Command } from '../core/index.ts'
import { screenRequested, screenToggled } from '../model/location/index.ts'
import type { Feature } from './feature.ts'

const openingCommands = (features: readonly Feature[]): readonly Command[] =>
  features.flatMap(({ screens = [] }) =>
    screens.flatMap(({ path, command, access, frame }): Command[] =>
      command
        ? [
            {
              id: `go:${command.id}`,
              group: 'go',
              kind: 'view',
              keywords: `keywords:go.${command.id}`,
              title: `go.${command.id}`,
              icon: command.icon,
              ...(access === 'admin' && { needs: 'admin' }),
              bindings: command.keys.map((keys) => ({ keys })),
              run: (frame === 'over' ? screenToggled : screenRequested).prepend<CommandCall>(() => ({
                path: command.path ?? path,
              })),
            },
          ]
        : [],
    ),
  )

/** The `go:` commands of the settings pages that features contribute. */
const settingsPageCommands = (features: readonly Feature[]): readonly Command[] =>
  features.flatMap(({ settingsPages = [] }) =>
    settingsPages.map(({ path, icon }): Command => ({
      id: `go:settings-${path}`,
      group: 'settings',
      kind: 'view',
      keywords: `keywords:go.settingsPages.${path}`,
      title: `go.settingsPages.${path}`,
      icon,
      run: screenRequested.prepend<CommandCall>(() => ({ path: `/settings/${path}` })),
    })),
  )

export const screenCommands = (features: readonly Feature[]): readonly Command[] => [
  ...openingCommands(features),
  ...settingsPageCommands(features),
]
