/** Results of the palette that are shown as a timeline, from which Escape leads back to the box with its text. */
import { createEvent, createStore } from 'effector'
import { isSameSource, locationEntered, type LocationSource } from '../location/index.ts'

type ListedResults = {
  /** What the box held. */
  readonly text: string
  readonly query: string
}

export const resultsListed = createEvent<ListedResults>()
/** Null: what is shown was not opened from the palette. */
export const $listedResults = createStore<ListedResults | null>(null, { serialize: 'ignore' })
  .on(resultsListed, (_, results) => results)
  .on(locationEntered, (results, { source }) =>
    results && isSameSource(source, sourceOf(results)) ? results : null,
  )

const sourceOf = ({ query }: ListedResults): LocationSource => ({ kind: 'search', query })
