import { createTable } from '../../core/index.ts'
import type { EntryStatus } from './types.ts'

/** Read and starred of the entries that are loaded, pending changes replayed over what the server confirmed. */
export const statuses = createTable<EntryStatus>()
export const $statuses = statuses.$rows
