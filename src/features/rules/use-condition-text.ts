import type { Condition } from '../../contract/actions.ts'
import { views } from '../../contract/views.ts'
import { HOLDS, pluginPartOf } from '../../contract/rule-conditions.ts'
import { useTranslation } from '../../ui/index.ts'
import { usePluginName } from './use-rule-providers.ts'

/** Writes a condition as a sentence of the form: its field, operator and value. */
export function useConditionText(): (condition: Condition) => string {
  const { t } = useTranslation(['app', 'common'])
  const pluginName = usePluginName()
  return ({ field = '', operator = '', value = '' }) => {
    if (field === '') return t('rules.incomplete')
    const ofPlugin = pluginPartOf(field)
    const words = {
      field: ofPlugin
        ? conditionTitle(ofPlugin, t, pluginName)
        : t(`rules.fields.${field}`, { defaultValue: field }),
      operator: t(`rules.operators.${operatorKey(field, operator)}`, { defaultValue: operator }),
      value: ofPlugin
        ? t(`${ofPlugin.plugin}:conditionChoices.${ofPlugin.name}.${value}`, { defaultValue: value })
        : valueText(field, value, t),
    }
    if (ofPlugin && value === HOLDS) return t('rules.conditionHolds', words)
    if (ofPlugin) return t('rules.conditionOfPlugin', words)
    if (field === 'status') return t('rules.conditionStatus', words)
    return t('rules.condition', words)
  }
}

/** As the editor and the list of rules call a condition of a plugin. */
export const conditionTitle = (
  { plugin, name }: { readonly plugin: string; readonly name: string },
  t: (key: string, values: Readonly<Record<string, string>>) => string,
  pluginName: (id: string) => string,
): string =>
  t('rules.pluginCondition', {
    plugin: pluginName(plugin),
    condition: t(`${plugin}:conditions.${name}`, { defaultValue: name }),
  })

/** A query is not equal to an entry: it finds it or not. A condition of a plugin holds or not. */
export function operatorKey(field: string, operator: string): string {
  if (pluginPartOf(field)) return operator === 'eq' ? 'holds' : 'not_holds'
  return field === 'query' ? (operator === 'eq' ? 'finds' : 'not_finds') : operator
}

function valueText(field: string, value: string, t: (key: string) => string): string {
  const view = field === 'view' ? views[Number(value)] : undefined
  if (view !== undefined) return t(`common:view.${view}`)
  if (field === 'status' && (value === 'read' || value === 'collected')) return t(`rules.status.${value}`)
  return value
}
