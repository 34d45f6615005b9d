import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import { $services } from '../../model/services.ts'
import { idsIn, type Ids } from '../../model/timeline/index.ts'
import type { Window } from '../../ui/long-list/index.ts'
import { readRowHits, type FoundHits } from './read-row-hits.ts'

type RowHitsProps = {
  readonly query: string
  readonly ids: Ids
  readonly rendered: Window
  readonly found: FoundHits
  readonly onFound: (found: FoundHits) => void
}
const NONE: FoundHits['rows'] = new Map()

/** Finds what the rendered rows of a search show of its words. Renders nothing. */
export function RowHits({ query, ids, rendered, found, onFound }: RowHitsProps) {
  const { local } = useUnit($services)
  const rows = found.query === query ? found.rows : NONE
  useEffect(() => {
    const missing = idsIn(ids, rendered.from, rendered.to).filter((id) => !rows.has(id))
    if (missing.length === 0) return
    let current = true
    readRowHits(local, query, missing).then(
      (hits) => {
        const next = missing.map((id) => [id, hits.get(id)] as const)
        if (current) onFound({ query, rows: new Map([...rows, ...next]) })
      },
      // Without them the rows stand as in every other list.
      () => {},
    )
    return () => {
      current = false
    }
  }, [local, query, ids, rendered, rows, onFound])
  return null
}
