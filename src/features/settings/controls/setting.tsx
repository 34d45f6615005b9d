/** Controls that change a setting immediately. Messages: `settings:<tab>.<key>.label` and `.words`. */
import { combine } from 'effector'
import { useStoreMap, useUnit } from 'effector-react'
import type { ArgumentValue } from '../../../core/index.ts'
import { registry } from '../../../model/app/registry.ts'
import {
  enhancedKeys,
  type AppearanceSettings,
  type GeneralSettings,
  type SettingsTab,
} from '../../../contract/settings.ts'
import { $appearance, $general } from '../../../model/settings/index.ts'
import { Select, Slider, Switch, useTranslation } from '../../../ui/index.ts'

const $settings = combine({ general: $general, appearance: $appearance })

type Settings = { readonly general: GeneralSettings; readonly appearance: AppearanceSettings }
type KeyOf<Tab extends SettingsTab, Value> = {
  [Key in keyof Settings[Tab]]: Settings[Tab][Key] extends Value ? Key : never
}[keyof Settings[Tab]] &
  string
type Named<Tab extends SettingsTab, Value> = { readonly tab: Tab; readonly name: KeyOf<Tab, Value> }

/** A setting that is on or off. */
export function SwitchSetting<Tab extends SettingsTab>({ tab, name }: Named<Tab, boolean>) {
  const { t, value, change, hidden } = useSetting<Tab, boolean>(tab, name)
  if (hidden) return null
  return (
    <div className="setting" data-setting={name}>
      <Switch label={t('label')} hint={t('words')} checked={value} onChange={change} />
    </div>
  )
}

/** A choice setting; the label of each option is `settings:<tab>.<key>.<choice>` unless passed. */
export function ChoiceSetting<Tab extends SettingsTab>({
  tab,
  name,
  choices,
  labelOf,
}: Named<Tab, string> & {
  readonly choices: readonly string[]
  readonly labelOf?: (choice: string) => string
}) {
  const { t, value, change, hidden } = useSetting<Tab, string>(tab, name)
  if (hidden) return null
  return (
    <div className="setting" data-setting={name} data-kind="choice">
      <Select
        label={t('label')}
        hint={t('words')}
        value={value}
        choices={choices.map((choice) => ({ value: choice, label: labelOf?.(choice) ?? t(choice) }))}
        onChange={change}
      />
    </div>
  )
}

/** A setting that is a number within bounds. */
export function NumberSetting<Tab extends SettingsTab>({
  tab,
  name,
  unit = '',
  ...bounds
}: Named<Tab, number> & {
  readonly min: number
  readonly max: number
  readonly step?: number
  readonly unit?: string
}) {
  const { t, value, change, hidden } = useSetting<Tab, number>(tab, name)
  if (hidden) return null
  return (
    <div className="setting" data-setting={name}>
      <Slider label={t('label')} {...bounds} value={value} valueText={`${value}${unit}`} onChange={change} />
      <p className="ui-field-hint">{t('words')}</p>
    </div>
  )
}

/** A setting that is one of several numbers. */
export function NumberChoiceSetting<Tab extends SettingsTab>({
  tab,
  name,
  choices,
}: Named<Tab, number> & { readonly choices: readonly number[] }) {
  const { i18n } = useTranslation('settings')
  const { t, value, change, hidden } = useSetting<Tab, number>(tab, name)
  if (hidden) return null
  const format = new Intl.NumberFormat(i18n.language)
  // A value that another version stored stays a choice.
  const all = choices.includes(value) ? choices : [...choices, value].toSorted((a, b) => a - b)
  return (
    <div className="setting" data-setting={name} data-kind="choice">
      <Select
        label={t('label')}
        hint={t('words')}
        value={String(value)}
        choices={all.map((choice) => ({ value: String(choice), label: format.format(choice) }))}
        onChange={(chosen) => change(Number(chosen))}
      />
    </div>
  )
}

function useSetting<Tab extends SettingsTab, Value>(tab: Tab, name: string) {
  const { t } = useTranslation('settings')
  const invoke = useUnit(registry.commandInvoked)
  const value = useStoreMap({
    store: $settings,
    keys: [tab, name],
    fn: (all, [at, key]) => (all[at as SettingsTab] as Readonly<Record<string, unknown>>)[key ?? ''],
  })
  const enhanced = useStoreMap($general, ({ enhancedSettings }) => enhancedSettings)
  return {
    t: (word: string) => t(tab === 'general' ? `general.${name}.${word}` : `appearance.${name}.${word}`),
    value: value as Value,
    // Without enhancedSettings these read as their default, so a control would do nothing (spec 4).
    hidden: enhancedKeys[tab].includes(name) && !enhanced,
    change: (next: Value) =>
      invoke({
        id: 'settings:set',
        source: 'button',
        args: { tab, key: name, value: next as ArgumentValue },
      }),
  }
}
