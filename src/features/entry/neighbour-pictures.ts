import type { EntryHead } from '../../model/rows.ts'
import { photosOf, type Photo } from '../../model/pictures/entry-photos.ts'
import { idsIn, indexOfId, type Ids } from '../../model/timeline/index.ts'

/** Entries before and after that are searched for pictures. */
const REACH = 100

type Listed = {
  readonly ids: Ids
  readonly summaries: ReadonlyMap<string, EntryHead>
  readonly contents: ReadonlyMap<string, { readonly content: string | null }>
}
export type EntryPictures = { readonly entryId: string; readonly pictures: readonly Photo[] }

/** Ids of the entries after an entry of the list, or of those before it, the nearest first. */
export function idsBeside(ids: Ids, entryId: string, by: 1 | -1): readonly string[] {
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
