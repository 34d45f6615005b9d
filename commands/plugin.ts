/** Plugins: installing one from an address, switching one on or off, removing one, and finding the one that causes a problem. */
import type { Argument, Choice, CommandCall } from '../src/core/index.ts'
import { webAddress } from '../src/core/safe-href.ts'
import { screenRequested } from '../src/model/location/index.ts'
import {
  $listedPlugins,
  $pluginsOff,
  causeSearchRequested,
  pluginAtAddressRequested,
  pluginFollowingToggled,
  pluginRemovalRequested,
  pluginSwitchedOff,
  pluginSwitchedOn,
  restartRequested,
  type NamedPlugin,
  type ListedPlugin,
} from '../src/model/plugins/index.ts'
import { textOf } from './command-args.ts'
import { commandGroup, trigger } from './define-command.ts'

const pluginArgument = (isOffered: (plugin: ListedPlugin) => boolean): Argument => ({
  name: 'plugin',
  title: 'ask.plugin',
  type: 'enum',
  choices: $listedPlugins.map((plugins) => () => plugins.filter(isOffered).map(choiceOf)),
})

const choiceOf = ({ id, nameKey }: Pick<ListedPlugin, keyof NamedPlugin>): Choice => ({
  value: id,
  title: id,
  ...(nameKey !== null && { titleKey: nameKey }),
})

const idOf = ({ args }: CommandCall): string => textOf(args, 'plugin') ?? ''

export const pluginCommands = commandGroup('plugin', {
  // Nothing is installed before the user has reviewed it on the page.
  install: {
    kind: 'view',
    needs: 'signedIn',
    icon: 'plugin',
    args: [
      {
        name: 'address',
        title: 'ask.pluginAddress',
        type: 'text',
        validate: (value) => (webAddress(String(value)) ? null : 'app:plugin.wrong.address'),
      },
    ],
    run: trigger(pluginAtAddressRequested, ({ args }) => textOf(args, 'address') ?? ''),
  },
  // Behind the button of a message about a plugin.
  'open-settings': {
    kind: 'view',
    keysOnly: true,
    icon: 'plugin',
    args: [{ name: 'place', title: 'ask.plugin', type: 'text' }],
    run: trigger(screenRequested, ({ args }) => ({
      path: `/settings/integration#${textOf(args, 'place') ?? ''}`,
    })),
  },
  'switch-on': {
    kind: 'change',
    needs: 'signedIn',
    icon: 'plugin',
    args: [
      {
        name: 'plugin',
        title: 'ask.plugin',
        type: 'enum',
        choices: $pluginsOff.map((plugins) => () => plugins.map(choiceOf)),
      },
    ],
    run: trigger(pluginSwitchedOn, idOf),
  },
  'switch-off': {
    kind: 'change',
    icon: 'plugin',
    args: [pluginArgument(({ isRunning }) => isRunning)],
    run: trigger(pluginSwitchedOff, idOf),
  },
  remove: {
    kind: 'change',
    isPermanent: true,
    icon: 'delete',
    args: [pluginArgument(({ isInstalled }) => isInstalled)],
    run: trigger(pluginRemovalRequested, idOf),
  },
  // For who writes it.
  'follow-changes': {
    kind: 'view',
    needs: 'signedIn',
    icon: 'plugin',
    args: [pluginArgument(({ isServedHere }) => isServedHere === true)],
    run: trigger(pluginFollowingToggled, idOf),
  },
  'restart-safe': {
    kind: 'view',
    icon: 'plugin',
    run: trigger(restartRequested, () => ({ isSafe: true })),
  },
  // Again during a search: its bar takes the focus.
  'find-cause': {
    kind: 'view',
    icon: 'plugin',
    run: trigger(causeSearchRequested, () => {}),
  },
})
