/** The user's settings: stored in localStorage (client-facts 2), defaults filled in, the enhanced rule applied. */
import { attach, combine, createEvent, createStore, sample, type Store } from 'effector'
import {
  appearanceDefaults,
  effectiveSettings,
  generalDefaults,
  type AppearanceSettings,
  type GeneralSettings,
  type SettingsTab,
} from '../../contract/setting-defaults.ts'
import { appStarted, userDataCleared } from '../app/events.ts'
import { deepEqual } from '../../core/deep-equal.ts'
import { interfaceLanguage } from '../../core/interface-language.ts'
import type { ChangeTitle } from '../../local/calls.ts'
import { defineLocalChange } from '../journal/local-change.ts'
import { $services } from '../services.ts'
import { parseRecord } from './parse-record.ts'

export type { AppearanceSettings, GeneralSettings, SettingsTab }
/** One tab as stored: the values set so far, and when (ms). */
type StoredTab = {
  readonly values: Readonly<Record<string, unknown>>
  readonly updated: number | null
}
export type StoredSettings = Readonly<Record<SettingsTab, StoredTab>>

/** The localStorage key of each tab. */
const KEYS: Readonly<Record<SettingsTab, string>> = { general: 'follow:general', appearance: 'follow:ui' }
export const settingsTabs: readonly SettingsTab[] = ['general', 'appearance']

export type SettingChange = {
  [Tab in SettingsTab]: {
    readonly tab: Tab
    readonly key: string & keyof SettingsOf<Tab>
    readonly value: unknown
    /** Translation key of its name; by default that of the settings' pages. */
    readonly label?: string
    /** Of the change, in place of one that names the setting. */
    readonly title?: ChangeTitle
  }
}[SettingsTab]
type SettingsOf<Tab extends SettingsTab> = Tab extends 'general' ? GeneralSettings : AppearanceSettings

/** Server values overwrite these keys. */
export const settingsReceived = createEvent<{
  tab: SettingsTab
  values: Readonly<Record<string, unknown>>
  updated: number
}>()
/** The stored settings were read. */
export const settingsRead = createEvent<StoredSettings>()

const noSettings: StoredSettings = {
  general: { values: {}, updated: null },
  appearance: { values: {}, updated: null },
}
/** The sync stamps the time of a local change, because it has the clock. */
export const settingStamped = createEvent<{ tab: SettingsTab; at: number }>()
export const $storedSettings = createStore<StoredSettings>(noSettings, { serialize: 'ignore' })
  .on(settingsRead, (_, stored) => stored)
  .on(settingStamped, (stored, { tab, at }) => ({ ...stored, [tab]: { ...stored[tab], updated: at } }))
  .on(settingsReceived, (stored, { tab, values, updated }) => ({
    ...stored,
    [tab]: { values: { ...stored[tab].values, ...values }, updated },
  }))

const enhanced = (stored: StoredSettings) => stored.general.values.enhancedSettings === true
/** Effective values: defaults filled in, enhanced keys at their default unless enhancedSettings is on. */
export const $general: Store<GeneralSettings> = $storedSettings.map((stored) => {
  const general = effectiveSettings('general', generalDefaults, stored.general.values, enhanced(stored))
  return { ...general, language: interfaceLanguage(general.language) }
})
export const $appearance: Store<AppearanceSettings> = $storedSettings.map((stored) =>
  effectiveSettings('appearance', appearanceDefaults, stored.appearance.values, enhanced(stored)),
)

const change = defineLocalChange({
  name: 'settings.change',
  source: combine({ general: $general, appearance: $appearance }),
  inverse: ({ tab, key, value, ...named }: SettingChange, effective): SettingChange | null => {
    const before: unknown = Object.entries(effective[tab]).find(([name]) => name === key)?.[1]
    return before === undefined || deepEqual(before, value)
      ? null
      : ({ ...named, tab, key, value: before } as SettingChange)
  },
  describe: ({ tab, key, label = `settings:${tab}.${key}.label`, title }) =>
    title ?? { key: 'app:undo.setting', values: { label } },
  control: ({ tab, key }) => `${tab}.${key}`,
})
/** A user changes a setting. */
export const settingChanged = change.requested
/** The setting has a new value, from the user or by undo and redo. */
export const settingApplied = change.applied
$storedSettings.on(settingApplied, (stored, { tab, key, value }) => ({
  ...stored,
  [tab]: { ...stored[tab], values: { ...stored[tab].values, [key]: value } },
}))

/** client-facts 4: the browser's language decides until the user chooses. */
export const settingsOfLanguage = (language: string) => ({
  language,
  discoverLanguage: /^zh/i.test(language) ? 'all' : 'eng',
})

const readFx = attach({
  source: $services,
  effect: ({ storage, language }): StoredSettings => {
    const initial = settingsOfLanguage(language())
    return {
      general: withDefault(readTab(storage.getItem(KEYS.general)), 'language', initial.language),
      appearance: withDefault(
        readTab(storage.getItem(KEYS.appearance)),
        'discoverLanguage',
        initial.discoverLanguage,
      ),
    }
  },
})
const writeFx = attach({
  source: $services,
  effect: ({ storage }, stored: StoredSettings) => {
    for (const tab of settingsTabs)
      storage.setItem(KEYS[tab], JSON.stringify({ ...stored[tab].values, updated: stored[tab].updated }))
  },
})
const clearFx = attach({
  source: $services,
  effect: ({ storage }) => {
    for (const tab of settingsTabs) storage.removeItem(KEYS[tab])
  },
})
sample({ clock: userDataCleared, target: clearFx })
sample({ clock: [appStarted, clearFx.done], fn: () => {}, target: readFx })
sample({ clock: readFx.doneData, target: settingsRead })
sample({
  clock: [settingApplied, settingsReceived, settingStamped],
  source: $storedSettings,
  target: writeFx,
})

function readTab(text: string | null): StoredTab {
  const { updated, ...values } = parseRecord(text)
  return { values, updated: typeof updated === 'number' ? updated : null }
}

function withDefault(stored: StoredTab, key: string, value: string): StoredTab {
  return stored.values[key] ? stored : { ...stored, values: { ...stored.values, [key]: value } }
}
