/** Describes the fields of the core's settings. Messages: `settings:TAB.NAME.label`, `.words`, and `.CHOICE` of each choice. */
import { enhancedKeys } from '../../../contract/setting-defaults.ts'
import type { AppearanceSettings, GeneralSettings, SettingsTab } from '../../../contract/settings.ts'
import type { SettingChoice, SettingField, SettingKind } from '../../shared/setting-fields/field.ts'

type Settings = { readonly general: GeneralSettings; readonly appearance: AppearanceSettings }
/** Names of a tab's settings with values of this type. */
type NameOf<Tab extends SettingsTab, Value> = {
  [Name in keyof Settings[Tab]]: Settings[Tab][Name] extends Value ? Name : never
}[keyof Settings[Tab]] &
  string

export type CoreField = SettingField & { readonly tab: SettingsTab }

/** What a page shows in place of a field: a component of the page, by name. */
export type CustomField = Pick<
  SettingField,
  'name' | 'anchor' | 'label' | 'hint' | 'dependsOn' | 'shownWhen'
> & {
  readonly kind: 'custom'
  /** The search of the settings leads to it. */
  readonly isFound: boolean
}

export type FormSection = {
  /** Key of the translations; absent: without a heading. */
  readonly title?: string
  readonly fields: readonly (CoreField | CustomField)[]
}

const messageOf = (tab: SettingsTab, name: string, part: string): string =>
  tab === 'general' ? `general.${name}.${part}` : `appearance.${name}.${part}`

const described = (tab: SettingsTab, name: string, kind: SettingKind): CoreField => ({
  ...kind,
  tab,
  name,
  anchor: name,
  label: messageOf(tab, name, 'label'),
  hint: messageOf(tab, name, 'words'),
  // Without enhancedSettings these read as their default, so that a control would do nothing (spec 4).
  ...(enhancedKeys[tab].includes(name) && { dependsOn: 'enhancedSettings' }),
})

export const booleanField = <Tab extends SettingsTab>(tab: Tab, name: NameOf<Tab, boolean>): CoreField =>
  described(tab, name, { kind: 'boolean' })

/** @param choices values, whose labels are `settings:TAB.NAME.VALUE`, or choices with their own labels */
export const choiceField = <Tab extends SettingsTab>(
  tab: Tab,
  name: NameOf<Tab, string>,
  choices: readonly (string | SettingChoice)[],
): CoreField =>
  described(tab, name, {
    kind: 'choice',
    choices: choices.map((choice) =>
      typeof choice === 'string' ? { value: choice, label: messageOf(tab, name, choice) } : choice,
    ),
  })

export const sliderField = <Tab extends SettingsTab>(
  tab: Tab,
  name: NameOf<Tab, number>,
  range: { readonly min: number; readonly max: number; readonly step?: number },
  unit = '',
): CoreField => described(tab, name, { kind: 'number', range, unit })

export const numberChoiceField = <Tab extends SettingsTab>(
  tab: Tab,
  name: NameOf<Tab, number>,
  choices: readonly number[],
): CoreField => described(tab, name, { kind: 'number', choices })

/** @param messages where the label and the hint stand */
export const customField = (name: string, messages: string, isFound = true): CustomField => ({
  kind: 'custom',
  name,
  anchor: name,
  label: `${messages}.label`,
  hint: `${messages}.words`,
  isFound,
})
