import { useProvidedScope, useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import { infoNotified } from '../../model/app/index.ts'
import { $contents, $entrySummaries, rowsRequested } from '../../model/entries/index.ts'
import { navigationRequested } from '../../model/location/index.ts'
import { type Photo, photosOf } from '../../model/pictures/entry-photos.ts'
import { $timelineIds, idsIn, indexOfId, type Ids } from '../../model/timeline/index.ts'
import type { EntryHead } from '../../model/rows.ts'

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

/** Entries before and after that are searched for pictures. */
const REACH = 100

type Listed = {
  readonly ids: Ids
  readonly summaries: ReadonlyMap<string, EntryHead>
  readonly contents: ReadonlyMap<string, { readonly content: string | null }>
}
type EntryPictures = { readonly entryId: string; readonly pictures: readonly Photo[] }

/** Ids of the entries after an entry of the list, or of those before it, the nearest first. */
function idsBeside(ids: Ids, entryId: string, by: 1 | -1): readonly string[] {
  const at = indexOfId(ids, entryId)
  if (at === -1) return []
  return by === 1
    ? idsIn(ids, at + 1, Math.min(ids.length, at + 1 + REACH))
    : idsIn(ids, Math.max(0, at - REACH), at).toReversed()
}

/** The next entry of the list with pictures, or the one before. @returns null where none is loaded within reach */
export function neighbourPictures(
  { ids, summaries, contents }: Listed,
  entryId: string,
  by: 1 | -1,
): EntryPictures | null {
  for (const id of idsBeside(ids, entryId, by)) {
    const summary = summaries.get(id)
    const pictures = summary ? photosOf(summary, contents.get(id)?.content ?? null) : []
    if (pictures.length > 0) return { entryId: id, pictures }
  }
  return null
}
