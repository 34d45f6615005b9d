/** Texts typed in the palette, newest first: ArrowUp in the empty box restores them. */
import { createEvent, createStore, merge } from 'effector'
import { persist } from '../persist.ts'

const MAX_QUERIES = 30

/** A row was chosen with this text in the box. */
export const queryUsed = createEvent<string>()
export const queryHistoryCleared = createEvent()
export const $queryHistory = createStore<readonly string[]>([], { serialize: 'ignore' })
  .on(queryUsed, (history, text) => {
    const query = text.trim()
    return query === '' || query === history[0]
      ? history
      : [query, ...history.filter((one) => one !== query)].slice(0, MAX_QUERIES)
  })
  .on(queryHistoryCleared, () => [])
persist($queryHistory, {
  key: 'lectern:palette-history',
  parse: parseHistory,
  changed: merge([queryUsed, queryHistoryCleared]),
  ofUser: true,
})

function parseHistory(text: string | null): readonly string[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored)
      ? stored.filter((one): one is string => typeof one === 'string').slice(0, MAX_QUERIES)
      : []
  } catch {
    return []
  }
}
