import type { Scope } from 'effector'
import { plainText } from '../../core/plain-text.ts'
import { $currentEntryId, $entrySummaries } from '../../model/entries/index.ts'
import type { EntryHead } from '../../model/rows.ts'
import { $timelineIds, idsIn, indexOfId } from '../../model/timeline/index.ts'

/** Entries before and after the current one whose pictures can be paged to. */
const REACH = 100

type Picture = {
  readonly src: string
  readonly alt: string
  readonly width?: number
  readonly height?: number
}

/** The pictures of the listed entries around the current one. @returns null where the current one has none */
export function listPictures(scope: Scope): { pictures: Picture[]; index: number } | null {
  const { ids } = scope.getState($timelineIds)
  const summaries = scope.getState($entrySummaries)
  const currentId = scope.getState($currentEntryId) ?? ''
  const at = indexOfId(ids, currentId)
  const current = summaries.get(currentId)
  if (!current || photosOf(current).length === 0) return null
  const around = at === -1 ? [currentId] : idsIn(ids, Math.max(0, at - REACH), at + REACH)
  const pictures: Picture[] = []
  let index = 0
  for (const id of around) {
    const summary = summaries.get(id)
    if (!summary) continue
    if (id === currentId) index = pictures.length
    pictures.push(...photosOf(summary))
  }
  return { pictures, index }
}

const photosOf = (summary: EntryHead): Picture[] =>
  summary.media
    .filter(({ type }) => type === 'photo')
    .map(({ url, width, height }) => ({
      src: url,
      alt: summary.title || plainText(summary.description).slice(0, 200),
      ...(width && height ? { width, height } : {}),
    }))
