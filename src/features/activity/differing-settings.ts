import { deepEqual } from '../../core/deep-equal.ts'
import { interfaceLanguage } from '../../core/interface-language.ts'
import { appearanceDefaults, generalDefaults, type SettingsTab } from '../../contract/setting-defaults.ts'
import { settingsOfLanguage } from '../../model/settings/index.ts'

export type DifferingSetting = {
  readonly tab: SettingsTab
  readonly key: string
  readonly value: unknown
  readonly initial: unknown
}

const defaults: Readonly<Record<SettingsTab, Readonly<Record<string, unknown>>>> = {
  general: generalDefaults,
  appearance: appearanceDefaults,
}

/**
 * The effective settings that are not as they are at first, in the order of the defaults.
 * @param language of the browser
 */
export function differingSettings(
  effective: Readonly<Record<SettingsTab, Readonly<Record<string, unknown>>>>,
  language: string,
): readonly DifferingSetting[] {
  const ofLanguage: Readonly<Record<string, unknown>> = {
    ...settingsOfLanguage(language),
    language: interfaceLanguage(language),
  }
  return (['general', 'appearance'] as const).flatMap((tab) =>
    Object.entries(defaults[tab]).flatMap(([key, standard]): DifferingSetting[] => {
      const initial = ofLanguage[key] ?? standard
      const value = effective[tab][key]
      return deepEqual(value, initial) ? [] : [{ tab, key, value, initial }]
    }),
  )
}
