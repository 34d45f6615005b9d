import { combine } from 'effector'
import { useUnit } from 'effector-react'
import { createElement, type ComponentType } from 'react'
import type { ArgumentValue } from '../../../core/index.ts'
import { registry } from '../../../model/app/registry.ts'
import { $appearance, $general } from '../../../model/settings/index.ts'
import { useTranslation } from '../../../ui/index.ts'
import { visibleFields } from '../../shared/setting-fields/field.ts'
import { SettingFieldRow } from '../../shared/setting-fields/setting-field.tsx'
import { Section } from '../controls/index.ts'
import type { CoreField, FormSection } from './core-field.ts'
import { $shownValues } from './shown-values.ts'

type SettingsFormProps = {
  readonly sections: readonly FormSection[]
  /** The fields of the kind `custom`, by name. */
  readonly custom?: Readonly<Record<string, ComponentType>>
}

/** A page of settings, or a part of one: sections of fields. A change applies at once. */
export function SettingsForm({ sections, custom = {} }: SettingsFormProps) {
  const { t } = useTranslation('settings')
  const values = useUnit($shownValues)
  return sections.map(({ title, fields }, at) => (
    <Section key={title ?? at} {...(title !== undefined && { title: t(title) })}>
      {visibleFields(fields, values).map((field) => {
        if (field.kind !== 'custom') return <CoreSetting key={field.name} field={field} />
        const Component = custom[field.name]
        return Component && createElement(Component, { key: field.name })
      })}
    </Section>
  ))
}

const $values = combine({ general: $general, appearance: $appearance })

/** One setting of the core. */
export function CoreSetting({ field }: { readonly field: CoreField }) {
  const { values, invoke } = useUnit({ values: $values, invoke: registry.commandInvoked })
  const ofTab: Readonly<Record<string, unknown>> = values[field.tab]
  const change = (value: unknown) =>
    invoke({
      id: 'settings:set',
      source: 'button',
      args: { tab: field.tab, key: field.name, value: value as ArgumentValue },
    })
  return <SettingFieldRow field={field} value={ofTab[field.name]} onChange={change} />
}
