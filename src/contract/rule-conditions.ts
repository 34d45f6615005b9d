/** The conditions of rules as plain data: their fields and operators (wire-contract 12). */

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
