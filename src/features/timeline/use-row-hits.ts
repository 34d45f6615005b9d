import { useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import type { LocationSource } from '../../model/location/index.ts'
import { $services } from '../../model/services.ts'
import { idsIn, type Ids } from '../../model/timeline/index.ts'
import type { Window } from '../../ui/long-list/index.ts'
import type { RowHits } from './read-row-hits.ts'

type Found = { readonly query: string; readonly rows: ReadonlyMap<string, RowHits | undefined> }
const NOTHING: Found = { query: '', rows: new Map() }

/** What the rendered rows show of the words of a search; undefined in other lists. */
export function useRowHits(
  source: LocationSource,
  ids: Ids,
  rendered: Window,
): (id: string) => RowHits | undefined {
  const { local } = useUnit($services)
  const query = source.kind === 'search' ? source.query : ''
  const [found, setFound] = useState(NOTHING)
  const rows = found.query === query ? found.rows : NOTHING.rows
  useEffect(() => {
    if (query === '') return
    const missing = idsIn(ids, rendered.from, rendered.to).filter((id) => !rows.has(id))
    if (missing.length === 0) return
    let current = true
    const read = async () => {
      const { readRowHits } = await import('./read-row-hits.ts')
      const hits = await readRowHits(local, query, missing)
      const next = missing.map((id) => [id, hits.get(id)] as const)
      if (current) setFound({ query, rows: new Map([...rows, ...next]) })
    }
    // Without them the rows stand as in every other list.
    void read().catch(() => {})
    return () => {
      current = false
    }
  }, [local, query, ids, rendered, rows])
  return (id) => rows.get(id)
}
