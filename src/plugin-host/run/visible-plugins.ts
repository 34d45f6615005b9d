/** A function that the user hides leaves nothing behind: the plugins that serve it neither run nor are named. */
import { combine } from 'effector'
import type { InstalledPlugin } from '../../contract/plugins.ts'
import { $noPayments } from '../../model/plugins/currency.ts'
import { $hidesAi, $hidesPrices } from '../../model/settings/index.ts'
import type { HidingSetting } from '../../plugin-api/manifest.ts'
import { $pluginSources, type PluginSource } from './catalogue.ts'

/** By permission. */
const hiddenBy: Readonly<Record<string, HidingSetting>> = { model: 'hideAi' }

/** The setting that hides an installed plugin, by what it may use. */
export const hidingSettingOf = ({ granted }: Pick<InstalledPlugin, 'granted'>): HidingSetting | undefined =>
  granted.map((permission) => hiddenBy[permission]).find((setting) => setting !== undefined)

const $hides = combine({
  hideAi: $hidesAi,
  // Where the server has no payments, the plugin has nothing to show.
  hidePower: combine($hidesPrices, $noPayments, (hides, noPayments) => hides || noPayments),
})

export const $visiblePlugins = combine($pluginSources, $hides, (sources, hides): readonly PluginSource[] =>
  sources.filter((source) => source.hiddenBy === undefined || !hides[source.hiddenBy]),
)
