/** The conditions of rules as plain data: their fields and operators (wire-contract 12), and those of plugins. */
import type { ActionOperand, ConditionOperand } from './plugin-bundle.ts'

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

/** The value of a boolean condition. */
export const HOLDS = 'true'

/** A plugin's condition in place of a field, or its action, as `PLUGIN:NAME`; null for anything else. */
export function pluginPartOf(
  field: string | undefined,
): { readonly plugin: string; readonly name: string } | null {
  const [, plugin, name] = /^([a-z][a-z0-9-]{0,63}):([a-z][a-z0-9-]{0,39})$/.exec(field ?? '') ?? []
  return plugin && name ? { plugin, name } : null
}

/** An action of a plugin in a rule. `value` is what the user entered; null where nothing is to be entered. */
export type PluginAction = { readonly plugin: string; readonly name: string; readonly value: string | null }

/** @param text `PLUGIN:NAME`, or `PLUGIN:NAME=VALUE`. @returns null for anything else */
export function pluginActionOf(text: string): PluginAction | null {
  const at = text.indexOf('=')
  const part = pluginPartOf(at === -1 ? text : text.slice(0, at))
  return part && { ...part, value: at === -1 ? null : text.slice(at + 1) }
}

/** As rules name it. */
export const pluginActionText = ({ plugin, name, value }: PluginAction): string =>
  value === null ? `${plugin}:${name}` : `${plugin}:${name}=${value}`

/** Whether an action of a plugin accepts what was entered. @param operand null: nothing is to be entered */
export const fitsAction = (value: string | null, operand: ActionOperand | null): boolean =>
  operand === null ? value === null : value !== null && operandOf(value, operand) !== null

/** The value of a plugin's condition, or action, as the plugin receives it; null where it does not fit. */
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

/** Characters of a text that a plugin's condition or action receives. */
export const MAX_OPERAND = 1000
