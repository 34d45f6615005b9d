import { useUnit } from 'effector-react'
import { useCallback } from 'react'
import { splitPipeline } from '../contract/query/split-pipeline.ts'
import { registry } from '../model/app/index.ts'
import { focusRequested } from '../model/layout/index.ts'
import { paletteClosed, resultsListed } from '../model/palette/index.ts'
import { readQuery } from './query.ts'

/** The keys that list all results, in every kind that searches entries. */
export const LIST_KEYS = 'Alt+Enter'

/** The query for entries that the box holds; empty: it holds none. */
export function queryInBox(typed: string): string {
  const { kind, text } = readQuery(typed)
  if (kind === 'pipeline') return splitPipeline(text).query
  return kind === 'all' || kind === 'entries' ? text : ''
}

/** Shows all entries that the box searches for as a timeline; Escape there leads back to the box as it was. */
export function useResultsList(): (typed: string) => void {
  const { invoke, focus, close, listed } = useUnit({
    invoke: registry.commandInvoked,
    focus: focusRequested,
    close: paletteClosed,
    listed: resultsListed,
  })
  return useCallback(
    (typed) => {
      const query = queryInBox(typed)
      close()
      listed({ text: typed, query })
      invoke({ id: 'search:open', source: 'palette', args: { search: query } })
      focus('timeline')
    },
    [invoke, focus, close, listed],
  )
}
