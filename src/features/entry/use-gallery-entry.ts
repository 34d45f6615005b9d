import { useProvidedScope, useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import { infoNotified } from '../../model/app/index.ts'
import { $contents, $entrySummaries, rowsRequested } from '../../model/entries/index.ts'
import { navigationRequested } from '../../model/location/index.ts'
import type { Photo } from '../../model/pictures/entry-photos.ts'
import { $timelineIds } from '../../model/timeline/index.ts'
import { idsBeside, neighbourPictures } from './neighbour-pictures.ts'

/** Rows on both sides that are loaded ahead. */
const AHEAD = 30

export type Shown = {
  /** Of the pictures; undefined where they belong to no entry of the list. */
  readonly entryId: string | undefined
  readonly pictures: readonly (Photo & { readonly caption?: string | undefined })[]
  readonly index: number
}

/** The pictures in the viewer, and how it goes on to those of the next entry, which becomes the current one of the list. */
export function useGalleryEntry(first: Shown): {
  readonly shown: Shown
  readonly view: (index: number) => void
  /** Where there is no other entry with pictures it says so. @param from the picture to begin with */
  readonly stepEntry: (by: 1 | -1, from?: 'first' | 'last') => void
} {
  const scope = useProvidedScope()
  const [shown, setShown] = useState(first)
  const { requestRows, navigate, inform } = useUnit({
    requestRows: rowsRequested,
    navigate: navigationRequested,
    inform: infoNotified,
  })
  const { entryId } = shown
  useEffect(() => {
    if (!scope || entryId === undefined) return
    const { ids } = scope.getState($timelineIds)
    const summaries = scope.getState($entrySummaries)
    const missing = ([1, -1] as const)
      .flatMap((by) => idsBeside(ids, entryId, by).slice(0, AHEAD))
      .filter((id) => !summaries.has(id))
    if (missing.length > 0) requestRows(missing)
  }, [scope, entryId, requestRows])

  const view = (index: number) =>
    setShown((before) => (before.index === index ? before : { ...before, index }))
  const stepEntry = (by: 1 | -1, from: 'first' | 'last' = 'first') => {
    const next =
      scope && entryId !== undefined
        ? neighbourPictures(
            {
              ids: scope.getState($timelineIds).ids,
              summaries: scope.getState($entrySummaries),
              contents: scope.getState($contents),
            },
            entryId,
            by,
          )
        : null
    if (!next) return inform({ key: 'app:reading.noMorePictures' })
    setShown({ ...next, index: from === 'last' ? next.pictures.length - 1 : 0 })
    return navigate({ entryId: next.entryId })
  }
  return { shown, view, stepEntry }
}
