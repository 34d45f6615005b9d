/** What runs the code of plugins beside the use of what they contribute. */
import { combine } from 'effector'
import { $currentEntry } from '../../model/entries/index.ts'
import type { PluginRuleResult } from '../../plugin-api/client.ts'
import type { Activation } from '../../plugin-api/manifest.ts'
import { pluginReader } from './capabilities/plugin-reader.ts'
import { $settingsForPlugin } from './capabilities/settings-for-plugin.ts'
import { $running } from './running-plugins.ts'
import type { Running } from './start.ts'

/** The plugins whose code waits. */
const $waiting = $running.map((running) => [...running.values()].filter(({ isActive }) => !isActive))

/** What rules want of the listed entries. */
const $wantedResults = combine($waiting, pluginReader.$listed, (waiting, listed) => {
  const results = waiting.flatMap(({ manifest }) => manifest.contributes?.ruleResult ?? [])
  return results.filter((result) => listed.some(({ settings }) => settings?.[result]))
})

const $isEntryOpen = $currentEntry.map((entry) => entry !== null)

/** Ids of the plugins whose code is to run now. */
export const $activationsDue = combine(
  $waiting,
  $isEntryOpen,
  $wantedResults,
  $settingsForPlugin,
  (waiting, isEntryOpen, results, settingsForPlugin) => {
    const isOn = (activation: Activation, { manifest }: Running) =>
      activation === 'entryOpened'
        ? isEntryOpen
        : activation.startsWith('setting:') &&
          settingsForPlugin(manifest)[activation.slice('setting:'.length)] === true
    return waiting
      .filter(
        (running) => activationsOf(running).some((one) => isOn(one, running)) || wants(running, results),
      )
      .map(({ id }) => id)
  },
)

/** A button that looks as the code says is seen with each entry. */
const activationsOf = ({ manifest }: Running): readonly Activation[] => {
  const { activation = [], contributes } = manifest
  return contributes?.toolbarItem?.some(({ hasState }) => hasState)
    ? [...activation, 'entryOpened']
    : activation
}

const wants = ({ manifest }: Running, results: readonly PluginRuleResult[]): boolean =>
  manifest.contributes?.ruleResult?.some((result) => results.includes(result)) === true
