/** Full-text search of entries; loaded with the palette. */
import { attach, createStore } from 'effector'
import type { SearchHit } from '../../local/calls.ts'
import { localChanged } from '../network/index.ts'
import { $services } from '../services.ts'

/** Number of updates of the search index: earlier searches may have new results. */
export const $indexed = createStore(0, { serialize: 'ignore' }).on(
  localChanged.filter({ fn: (nouns) => nouns.includes('words') }),
  (count) => count + 1,
)

/** Entries whose title or text matches, newest first. */
export const searchEntriesFx = attach({
  source: $services,
  effect: async ({ local }, text: string): Promise<readonly SearchHit[]> =>
    text.trim() === '' ? [] : local.call('entries.search', { text, limit: 30 }),
})
