import { createTable } from '../../core/index.ts'
import { registerTable } from '../outbox/tables.ts'
import type { EntryStatus } from './types.ts'

declare module '../outbox/tables.ts' {
  interface TableRows {
    statuses: EntryStatus
  }
}

/** Read and starred of the loaded entries: confirmed rows with pending changes replayed over them. */
export const statuses = createTable<EntryStatus>()
registerTable('statuses', statuses)
export const $statuses = statuses.$rows
