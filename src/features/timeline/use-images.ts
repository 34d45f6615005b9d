import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import type { EntryHead } from '../../model/rows.ts'
import { idsIn, type Ids } from '../../model/timeline/index.ts'
import { pictureFactsRequested } from '../../model/pictures/index.ts'
import type { Window } from '../../ui/long-list/index.ts'
import { pictureOf } from '../../model/pictures/picture-of.ts'
import type { Images } from './row-height.ts'

/** Rows beyond the rendered ones whose pictures are looked up. */
const MARGIN = 60

/** Looks up the sizes and colours of the pictures. */
export function useImages(
  enabled: boolean,
  ids: Ids,
  rendered: Window,
  summaries: ReadonlyMap<string, EntryHead>,
  images: Images,
): void {
  const request = useUnit(pictureFactsRequested)
  useEffect(() => {
    if (!enabled) return
    const urls = idsIn(ids, Math.max(0, rendered.from - MARGIN), rendered.to + MARGIN).flatMap((id) => {
      const summary = summaries.get(id)
      const url = summary && pictureOf(summary)
      return url && !images.has(url) ? [url] : []
    })
    if (urls.length > 0) request(urls)
  }, [enabled, ids, rendered, summaries, images, request])
}
