import { useEffect } from 'react'
import { idsIn, type Ids, type Story } from '../../model/timeline/index.ts'
import type { Window } from '../../ui/long-list/index.ts'

/** Requests the entries that rendered rows stand for: a row shows whether all of them are read. */
export function useStoryLoading(
  ids: Ids,
  rendered: Window,
  stories: ReadonlyMap<string, Story>,
  summaries: ReadonlyMap<string, unknown>,
  requestRows: (ids: readonly string[]) => void,
): void {
  useEffect(() => {
    if (stories.size === 0) return
    const missing = idsIn(ids, rendered.from, rendered.to).flatMap(
      (id) => stories.get(id)?.entries.flatMap((entry) => (summaries.has(entry.id) ? [] : [entry.id])) ?? [],
    )
    if (missing.length > 0) requestRows(missing)
  }, [ids, rendered, stories, summaries, requestRows])
}
