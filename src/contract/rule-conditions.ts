/** The conditions of rules as plain data: their fields and operators (wire-contract 12), and those of plugins. */
import type { ConditionOperand } from './plugin-bundle.ts'

export const conditionFields = [
  'status',
  'view',
  'title',
  'category',
  'site_url',
  'feed_url',
  'entry_title',
  'entry_content',
  'entry_url',
  'entry_author',
  'entry_media_length',
  'entry_attachments_duration',
  /** A text of the query language; other clients show it by its name. */
  'query',
] as const
export type ConditionField = (typeof conditionFields)[number]

const texts = ['contains', 'not_contains', 'eq', 'not_eq', 'regex'] as const
const numbers = ['eq', 'not_eq', 'gt', 'lt'] as const
/** Which operators a field knows. */
export const operatorsOf: Readonly<Record<ConditionField, readonly string[]>> = {
  status: ['eq'],
  view: ['eq', 'not_eq'],
  title: texts,
  category: texts,
  site_url: texts,
  feed_url: texts,
  entry_title: texts,
  entry_content: texts,
  entry_url: texts,
  entry_author: texts,
  entry_media_length: numbers,
  entry_attachments_duration: numbers,
  query: ['eq', 'not_eq'],
}

/** A condition of a plugin: it holds or not, or is not known. */
export const pluginOperators = ['eq', 'not_eq'] as const

/** What a condition of a boolean kind has as its value. */
export const HOLDS = 'true'

/** A plugin's condition that stands in place of a field, or its action, as `PLUGIN:NAME`; null for anything else. */
export function pluginPartOf(
  field: string | undefined,
): { readonly plugin: string; readonly name: string } | null {
  const [, plugin, name] = /^([a-z][a-z0-9-]{0,63}):([a-z][a-z0-9-]{0,39})$/.exec(field ?? '') ?? []
  return plugin && name ? { plugin, name } : null
}

/** The value of a plugin's condition as what the plugin is asked with; null where it does not fit. */
export function operandOf(value: string, operand: ConditionOperand): string | number | boolean | null {
  switch (operand.type) {
    case 'boolean':
      return value === HOLDS ? true : null
    case 'text':
      return value !== '' && value.length <= (operand.maxLength ?? MAX_OPERAND) ? value : null
    case 'choice':
      return operand.choices.includes(value) ? value : null
    case 'number': {
      const number = value.trim() === '' ? NaN : Number(value)
      const { minimum = -Infinity, maximum = Infinity } = operand
      return Number.isFinite(number) && number >= minimum && number <= maximum ? number : null
    }
  }
}

/** Characters of a text that a plugin's condition is asked with. */
export const MAX_OPERAND = 1000
