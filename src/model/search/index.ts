/** Entries by their words; comes with the palette. */
import { attach, createStore } from 'effector'
import type { SearchHit } from '../../local/calls.ts'
import { localChanged } from '../network/index.ts'
import { $services } from '../services.ts'

/** How often the index of words has caught up with the entries: what was searched for before may be there now. */
export const $indexed = createStore(0, { serialize: 'ignore' }).on(
  localChanged.filter({ fn: (nouns) => nouns.includes('words') }),
  (count) => count + 1,
)

/** Entries whose title or text has the words, newest first. */
export const searchEntriesFx = attach({
  source: $services,
  effect: async ({ local }, text: string): Promise<readonly SearchHit[]> =>
    text.trim() === '' ? [] : local.call('entries.search', { text, limit: 30 }),
})
