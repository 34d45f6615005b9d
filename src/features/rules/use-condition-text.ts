import type { Condition } from '../../contract/actions.ts'
import { views } from '../../contract/views.ts'
import { useTranslation } from '../../ui/index.ts'

/** Writes a condition as a sentence of the form: its field, operator and value. */
export function useConditionText(): (condition: Condition) => string {
  const { t } = useTranslation(['app', 'common'])
  return ({ field = '', operator = '', value = '' }) => {
    if (field === '') return t('rules.incomplete')
    const words = {
      field: t(`rules.fields.${field}`, { defaultValue: field }),
      operator: t(`rules.operators.${operatorKey(field, operator)}`, { defaultValue: operator }),
      value: valueText(field, value, t),
    }
    if (field === 'status') return t('rules.conditionStatus', words)
    return t('rules.condition', words)
  }
}

/** A query is not equal to an entry: it finds it or not. */
export const operatorKey = (field: string, operator: string): string =>
  field === 'query' ? (operator === 'eq' ? 'finds' : 'not_finds') : operator

function valueText(field: string, value: string, t: (key: string) => string): string {
  const view = field === 'view' ? views[Number(value)] : undefined
  if (view !== undefined) return t(`common:view.${view}`)
  if (field === 'status' && (value === 'read' || value === 'collected')) return t(`rules.status.${value}`)
  return value
}
