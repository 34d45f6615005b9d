import type { Scope } from 'effector'
import { $contents, $currentEntryId, $entrySummaries } from '../../model/entries/index.ts'
import { photosOf, type Photo } from '../../model/pictures/entry-photos.ts'

type ListPictures = { readonly entryId: string; readonly pictures: Photo[]; readonly index: number }

/** The pictures of the current entry of the list. @returns null where it has none */
export function listPictures(scope: Scope): ListPictures | null {
  const entryId = scope.getState($currentEntryId) ?? ''
  const summary = scope.getState($entrySummaries).get(entryId)
  if (!summary) return null
  const pictures = photosOf(summary, scope.getState($contents).get(entryId)?.content ?? null)
  return pictures.length > 0 ? { entryId, pictures: [...pictures], index: 0 } : null
}
