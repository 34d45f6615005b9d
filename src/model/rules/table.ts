/** The user's rules, as one row: the server stores them as a whole. */
import type { Rule } from '../../contract/actions.ts'
import { createTable } from '../../core/index.ts'
import { registerTable } from '../outbox/tables.ts'

declare module '../outbox/tables.ts' {
  interface TableRows {
    rules: readonly Rule[]
  }
}

export const ROW = 'all'
export const rulesTable = createTable<readonly Rule[]>()
registerTable('rules', rulesTable)

/** null until they are loaded. */
export const $rules = rulesTable.$rows.map((rows) => rows.get(ROW) ?? null)
