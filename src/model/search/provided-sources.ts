/** Searches outside of the reader that features provide, such as that of the user's bookmarks in a service. */
import { createEvent, createStore } from 'effector'

/** A result of a source: it opens an entry, or an address on the web. */
export type SourceResult = {
  readonly title: string
  readonly detail?: string | undefined
} & ({ readonly url: string } | { readonly entryId: string })

export type SearchSource = {
  /** Unique. */
  readonly id: string
  /** i18n key with its namespace. */
  readonly titleKey: string
  /**
   * @param signal aborted when the words change, or at the timeout
   * @throws SearchRefusal
   */
  readonly search: (words: string, signal: AbortSignal) => Promise<readonly SourceResult[]>
}

/** An expected failure of a source, as a sentence for the user. */
export class SearchRefusal extends Error {}

export const searchSourcesProvided = createEvent<readonly SearchSource[]>()
export const $searchSources = createStore<readonly SearchSource[]>([], { serialize: 'ignore' }).on(
  searchSourcesProvided,
  (_, sources) => sources,
)
