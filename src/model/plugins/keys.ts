/** Keys of commands of plugins that do not run: pressing one names the plugin. */
import { createEvent, createStore, sample } from 'effector'
import {
  canonicalPresses,
  closedAreas,
  pressesMatch,
  SAVE_PREFIX,
  splitAlternatives,
  type Overrides,
  type PressReport,
} from '../../core/index.ts'
import { $overrides } from '../app/keymap.ts'
import { registry } from '../app/registry.ts'

export type PluginKeys = { readonly plugin: string; readonly command: string; readonly keys: string }

/** The default keys of the plugins' commands. */
export const pluginKeysListed = createEvent<readonly PluginKeys[]>()
const $pluginKeys = createStore<readonly PluginKeys[]>([], { serialize: 'ignore' }).on(
  pluginKeysListed,
  (_, listed) => listed,
)

/** A press that no command of the reader handles. */
export const keyUntaken = createEvent<PressReport>()
/** It may belong to a command of this plugin, which does not run: the host knows. */
export type PluginKeyPress = {
  readonly plugin: string
  readonly command: string
  readonly press: PressReport
}
const looked = sample({
  clock: keyUntaken,
  source: { listed: $pluginKeys, overrides: $overrides, commands: registry.$commands },
  fn: ({ listed, overrides, commands }, press) => {
    const of = closedAreas.includes(press.area)
      ? undefined
      : keysOf(listed, overrides).find(
          ({ command, keys }) => !commands.has(command) && isPressOf(keys, press.typed),
        )
    return { press, of }
  },
})
export const pluginKeyPressed = looked.filterMap(({ press, of }): PluginKeyPress | undefined =>
  of ? { plugin: of.plugin, command: of.command, press } : undefined,
)
/** It belongs to no plugin that the user has. */
export const pluginUnknown = createEvent<PressReport>()
/** No command, not even of a plugin, has these keys here. */
export const keyUnowned = createEvent<PressReport>()
sample({ clock: looked.filterMap(({ press, of }) => (of ? undefined : press)), target: keyUnowned })
sample({ clock: pluginUnknown, target: keyUnowned })

/** The user's own keys replace the default ones. */
function keysOf(listed: readonly PluginKeys[], overrides: Overrides): readonly PluginKeys[] {
  const own = Object.entries(overrides).map(([command, keys]) => ({
    plugin: listed.find((one) => one.command === command)?.plugin ?? pluginOf(command),
    command,
    keys,
  }))
  return [...listed.filter(({ command }) => overrides[command] === undefined), ...own]
}

/** `integration:save-to-NAME` and `NAME:send-highlights` belong to the plugin NAME. */
const pluginOf = (command: string): string =>
  command.startsWith(SAVE_PREFIX) ? command.slice(SAVE_PREFIX.length) : command.slice(0, command.indexOf(':'))

const isPressOf = (keys: string, typed: readonly string[]): boolean =>
  splitAlternatives(keys).some((sequence) => {
    const presses = canonicalPresses(sequence)
    return (
      presses.length === typed.length && presses.every((press, at) => pressesMatch(press, typed[at] ?? ''))
    )
  })
