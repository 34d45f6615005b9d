/** The palette itself: opening it, aliases, its history. */
import { combine } from 'effector'
import { done, type Choice, type CommandArgs } from '../src/core/index.ts'
import { registry } from '../src/model/app/index.ts'
import {
  $aliases,
  $listedResults,
  aliasChanged,
  paletteOpened,
  paletteToggled,
  queryHistoryCleared,
} from '../src/model/palette/index.ts'
import { rankingReset } from '../src/model/recents/index.ts'
import { commandGroup, trigger, triggerFrom } from './define-command.ts'

/** Also when dialogs and menus have the focus. */
const everywhere = [
  'subscription-list',
  'timeline',
  'entry-render',
  'home',
  'sub-layer',
  'video-player',
  'modal',
  'menu',
  'dropdown-menu',
]
const $commandChoices = registry.$commands.map(
  (commands) => (): readonly Choice[] =>
    [...commands.values()].map(({ id, title }) => ({ value: id, title, titleKey: `shortcuts:${title}` })),
)
/** The aliases of other commands: a conflict is visible while it is typed. */
const $takenAliases = combine(
  { aliases: $aliases, commands: registry.$commands },
  ({ aliases, commands }) =>
    ({ command }: CommandArgs): readonly Choice[] =>
      Object.entries(aliases)
        .filter(([id]) => id !== command)
        .map(([id, alias]) => {
          const title = commands.get(id)?.title
          return { value: alias, title: alias, detail: id, ...(title && { detailKey: `shortcuts:${title}` }) }
        }),
)

export const paletteCommands = commandGroup('palette', {
  open: {
    kind: 'dialog',
    bindings: [{ keys: '$mod+k' }],
    where: everywhere,
    inFields: true,
    icon: 'search',
    run: trigger(paletteToggled, () => {}),
  },
  'back-to-results': {
    kind: 'dialog',
    bindings: [{ keys: 'Escape', where: ['timeline'], when: '!selected && !zen && results' }],
    needs: 'results',
    icon: 'search',
    run: triggerFrom($listedResults, paletteOpened, (results) =>
      results ? { text: results.text } : undefined,
    ),
  },
  help: {
    kind: 'dialog',
    icon: 'help',
    run: trigger(paletteOpened, () => ({ mode: 'help' as const })),
  },
  'set-alias': {
    kind: 'view',
    icon: 'edit',
    args: [
      { name: 'command', title: 'ask.command', type: 'command', choices: $commandChoices },
      {
        name: 'alias',
        title: 'ask.alias',
        type: 'text',
        choices: $takenAliases,
        initial: $aliases.map(
          (aliases) =>
            ({ command }: CommandArgs) =>
              aliases[String(command)],
        ),
      },
    ],
    run: ({ args }) => {
      const alias = String(args['alias'] ?? '')
      aliasChanged({ id: String(args['command'] ?? ''), alias })
      return done({ key: 'app:palette.aliasSet', values: { alias } })
    },
  },
  'remove-alias': {
    kind: 'view',
    icon: 'delete',
    args: [{ name: 'command', title: 'ask.command', type: 'command', choices: $commandChoices }],
    run: trigger(aliasChanged, ({ args }) => ({ id: String(args['command'] ?? ''), alias: '' })),
  },
  'reset-ranking': {
    kind: 'view',
    icon: 'history',
    run: trigger(rankingReset, () => null),
  },
  'clear-history': {
    kind: 'view',
    icon: 'history',
    run: trigger(queryHistoryCleared, () => {}),
  },
})
