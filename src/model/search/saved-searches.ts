/** Saved searches: queries that are shown as timelines. They are a setting, so that they reach the user's other devices. */
import { createEvent, createStore, sample } from 'effector'
import { queryViews } from '../../contract/query/ast.ts'
import type { View } from '../../contract/views.ts'
import { $general, settingChanged } from '../settings/index.ts'

/** Identified by its query. */
export type SavedSearch = { readonly title: string; readonly query: string }

/** Bounds of a setting that other programs may write too. */
const MAX_SEARCHES = 100
const MAX_LENGTH = 2000

/** Selects entries of a view's feeds that publish seldom. */
export const rareQuery = (view: View): string => `is:rare view:${queryViews[view]}`
export const isRareQuery = (query: string): boolean =>
  queryViews.some((name) => query === `is:rare view:${name}`)

export const $savedSearches = $general.map(({ savedSearches }) => validSearches(savedSearches))

/** Saves a query; one that is saved already gets the title. */
export const searchSaved = createEvent<SavedSearch>()
export const searchRenamed = createEvent<SavedSearch>()
/** @param query of the search */
export const searchDeleted = createEvent<string>()

change(searchSaved, (searches, saved) =>
  searches.some(({ query }) => query === saved.query)
    ? renamed(searches, saved)
    : [...searches, saved].slice(-MAX_SEARCHES),
)
change(searchRenamed, renamed)
change(searchDeleted, (searches, query) => searches.filter((one) => one.query !== query))

/** Number of unread entries of saved searches, by query; those that are not counted now are unchanged. */
export const searchCountsReceived = createEvent<ReadonlyMap<string, number>>()
export const $searchCounts = createStore<ReadonlyMap<string, number>>(new Map(), { serialize: 'ignore' }).on(
  searchCountsReceived,
  (before, counts) => new Map([...before, ...counts]),
)

function change<T>(
  clock: ReturnType<typeof createEvent<T>>,
  fn: (searches: readonly SavedSearch[], params: T) => readonly SavedSearch[],
): void {
  sample({
    clock,
    source: $savedSearches,
    fn: (searches, params) =>
      ({ tab: 'general', key: 'savedSearches', value: [...fn(searches, params as T)] }) as const,
    target: settingChanged,
  })
}

function renamed(searches: readonly SavedSearch[], { query, title }: SavedSearch): readonly SavedSearch[] {
  return searches.map((one) => (one.query === query ? { query, title } : one))
}

function validSearches(value: unknown): readonly SavedSearch[] {
  if (!Array.isArray(value)) return []
  return (value as unknown[]).filter(isSavedSearch).slice(0, MAX_SEARCHES)
}

function isSavedSearch(value: unknown): value is SavedSearch {
  if (typeof value !== 'object' || value === null) return false
  const { title, query } = value as Readonly<Record<string, unknown>>
  return isText(title) && isText(query)
}
function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH
}
