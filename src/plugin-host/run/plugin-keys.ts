/** Keys of the plugins' commands, in the first bundle: what is pressed before a plugin runs, or while it is off, is not lost. */
import { createStore, sample } from 'effector'
import pluginRows from 'virtual:plugin-rows'
import { appStarted, infoNotified, registry } from '../../model/app/index.ts'
import { keyPressed } from '../../model/keys/log.ts'
import {
  $pluginTexts,
  pluginKeyPressed,
  pluginKeysListed,
  pluginTextsLoaded,
  pluginTextsRequested,
  pluginUnknown,
  type PluginKeyPress,
} from '../../model/plugins/index.ts'
import { $enabledPlugins } from './stored-plugins.ts'

const keysOfPlugins = Object.entries(pluginRows).flatMap(([plugin, { keys = {} }]) =>
  Object.entries(keys).map(([command, text]) => ({ plugin, command, keys: text })),
)
sample({ clock: appStarted, fn: () => keysOfPlugins, target: pluginKeysListed })

const pressed = sample({
  clock: pluginKeyPressed,
  source: $enabledPlugins,
  fn: (enabled, press) => ({ press, isOn: enabled.includes(press.plugin) }),
})

/** The command of a plugin that is on and still to start; null: none was pressed. Another key forgets it. */
export const $awaitedCommand = createStore<string | null>(null, { serialize: 'ignore' })
  .on(keyPressed, () => null)
  .on(pressed, (_, { press, isOn }) => (isOn ? press.command : null))
const arrived = sample({
  clock: [registry.$commands.updates, pressed],
  source: { awaited: $awaitedCommand, commands: registry.$commands },
  filter: ({ awaited, commands }) => awaited !== null && commands.has(awaited),
  fn: ({ awaited }) => ({ id: awaited ?? '', source: 'keyboard' as const }),
})
$awaitedCommand.reset(arrived)
sample({ clock: arrived, target: registry.commandInvoked })

/** The press of a plugin that is off, until its name is there. */
const $named = createStore<PluginKeyPress | null>(null, { serialize: 'ignore' }).on(
  pressed,
  (_, { press, isOn }) => (isOn ? null : press),
)
sample({
  clock: pressed.filter({ fn: ({ isOn }) => !isOn }),
  source: $pluginTexts,
  filter: (ids) => ids.length === 0,
  fn: () => {},
  target: pluginTextsRequested,
})
const named = sample({
  clock: [$named.updates, pluginTextsLoaded],
  source: { press: $named, ids: $pluginTexts },
  filter: ({ press, ids }) => press !== null && ids.length > 0,
  fn: ({ press, ids }) => ({ press: press as PluginKeyPress, ids }),
})
$named.reset(named)
sample({
  clock: named.filterMap(({ press: { plugin }, ids }) => (ids.includes(plugin) ? plugin : undefined)),
  fn: (plugin) => ({
    id: 'plugin-off',
    key: 'app:plugin.isOff',
    values: { label: `${plugin}:name` },
    action: { title: 'app:plugin.turnOn', command: 'plugin:switch-on', args: { plugin } },
  }),
  target: infoNotified,
})
sample({
  clock: named.filterMap(({ press, ids }) => (ids.includes(press.plugin) ? undefined : press.press)),
  target: pluginUnknown,
})
