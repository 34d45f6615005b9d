/** What the person prefers: kept in localStorage (client-facts 2), defaults filled in, the enhanced rule applied. */
import { attach, createEvent, createStore, sample, type Store } from 'effector'
import {
  appearanceDefaults,
  enhancedKeys,
  generalDefaults,
  type AppearanceSettings,
  type GeneralSettings,
  type SettingsTab,
} from '../../contract/setting-defaults.ts'
import { appStarted, userDataCleared } from '../app/events.ts'
import { $services } from '../services.ts'
import { parseRecord } from './parse-record.ts'

export type { AppearanceSettings, GeneralSettings, SettingsTab }
/** One tab as it is kept: only what differs from the defaults or was ever set, and when. */
export type StoredTab = {
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
  }
}[SettingsTab]
type SettingsOf<Tab extends SettingsTab> = Tab extends 'general' ? GeneralSettings : AppearanceSettings

export const settingChanged = createEvent<SettingChange>()
/** Server values overwrite these keys. */
export const settingsReceived = createEvent<{
  tab: SettingsTab
  values: Readonly<Record<string, unknown>>
  updated: number
}>()
const settingsRead = createEvent<StoredSettings>()

const nothingKept: StoredSettings = {
  general: { values: {}, updated: null },
  appearance: { values: {}, updated: null },
}
/** When a local change was made is stamped by the sync, which owns the clock. */
export const settingStamped = createEvent<{ tab: SettingsTab; at: number }>()
export const $storedSettings = createStore<StoredSettings>(nothingKept, { serialize: 'ignore' })
  .on(settingsRead, (_, kept) => kept)
  .on(settingChanged, (kept, { tab, key, value }) => ({
    ...kept,
    [tab]: { ...kept[tab], values: { ...kept[tab].values, [key]: value } },
  }))
  .on(settingStamped, (kept, { tab, at }) => ({ ...kept, [tab]: { ...kept[tab], updated: at } }))
  .on(settingsReceived, (kept, { tab, values, updated }) => ({
    ...kept,
    [tab]: { values: { ...kept[tab].values, ...values }, updated },
  }))

const enhanced = (kept: StoredSettings) => kept.general.values.enhancedSettings === true
/** Effective values: defaults filled in, enhanced keys at their default unless enhancedSettings is on. */
export const $general: Store<GeneralSettings> = $storedSettings.map((kept) =>
  effectiveSettings('general', generalDefaults, kept.general.values, enhanced(kept)),
)
export const $appearance: Store<AppearanceSettings> = $storedSettings.map((kept) =>
  effectiveSettings('appearance', appearanceDefaults, kept.appearance.values, enhanced(kept)),
)

/** Keeps a value only where its kind is the default's: a broken setting must not break the screen. */
export function effectiveSettings<T extends Record<string, unknown>>(
  tab: SettingsTab,
  defaults: T,
  values: Readonly<Record<string, unknown>>,
  enhancedOn: boolean,
): T {
  const usable = Object.entries(values).filter(
    ([key, value]) =>
      key in defaults &&
      typeof value === typeof defaults[key] &&
      value !== null &&
      (enhancedOn || !enhancedKeys[tab].includes(key)),
  )
  return { ...defaults, ...Object.fromEntries(usable) }
}

const readFx = attach({
  source: $services,
  effect: ({ storage, language }): StoredSettings => ({
    general: withLanguage(readTab(storage.getItem(KEYS.general)), language()),
    appearance: readTab(storage.getItem(KEYS.appearance)),
  }),
})
const keepFx = attach({
  source: $services,
  effect: ({ storage }, kept: StoredSettings) => {
    for (const tab of settingsTabs)
      storage.setItem(KEYS[tab], JSON.stringify({ ...kept[tab].values, updated: kept[tab].updated }))
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
sample({ clock: [settingChanged, settingsReceived, settingStamped], source: $storedSettings, target: keepFx })

function readTab(text: string | null): StoredTab {
  const { updated, ...values } = parseRecord(text)
  return { values, updated: typeof updated === 'number' ? updated : null }
}

/** client-facts 4: the browser's language stands until the person chooses one. */
function withLanguage(kept: StoredTab, language: string): StoredTab {
  return kept.values.language ? kept : { ...kept, values: { ...kept.values, language } }
}
