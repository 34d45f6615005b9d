import { createWatch } from 'effector'
import { useProvidedScope, useUnit } from 'effector-react'
import { useEffect, type RefObject } from 'react'
import { $currentEntryId, $entrySummaries, $statuses } from '../../model/entries/index.ts'
import { entryPaged, entryScrolled } from '../../model/layout/index.ts'
import { $appearance } from '../../model/settings/index.ts'
import { $timeline, entryStepped, idText, indexOfId, type Ids } from '../../model/timeline/index.ts'

/** px that one press scrolls: about three lines. */
const LINE = 90
/** Part of the screen that a page moves: a few lines stay, for the eye to hold on to. */
const PAGE = 0.86

/** The keys' scrolling: by lines, by screens, and past the end to the next unread entry. */
export function useScrollKeys(scroller: RefObject<HTMLElement | null>): void {
  const scope = useProvidedScope()
  const stepped = useUnit(entryStepped)
  useEffect(() => {
    if (!scope) return
    const scroll = (by: number) => {
      const calm = scope.getState($appearance).reduceMotion || matchMedia('(prefers-reduced-motion)').matches
      scroller.current?.scrollBy({ top: by, behavior: calm ? 'instant' : 'smooth' })
    }
    const goOn = () => {
      const rows = scope.getState($statuses)
      const heads = scope.getState($entrySummaries)
      const by = stepsToUnread(
        scope.getState($timeline).ids,
        scope.getState($currentEntryId),
        (id) => (rows.get(id) ?? heads.get(id))?.read ?? false,
      )
      if (by > 0) stepped({ by })
    }
    const stops = [
      createWatch({ unit: entryScrolled, scope, fn: ({ by }) => scroll(by * LINE) }),
      createWatch({
        unit: entryPaged,
        scope,
        fn: ({ by }) => {
          const element = scroller.current
          // On a narrow window only the list may be visible: then there is nothing to scroll.
          const atEnd = !element || element.scrollTop + element.clientHeight >= element.scrollHeight - 2
          if (by > 0 && atEnd) goOn()
          else scroll(by * PAGE * (element?.clientHeight ?? 0))
        },
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [scope, scroller, stepped])
}

/** Distance to the next unread entry; 0 when there is none. From no entry, or one that is not listed, the first counts as 1. */
export function stepsToUnread(ids: Ids, current: string | null, isRead: (id: string) => boolean): number {
  const at = current === null ? -1 : indexOfId(ids, current)
  for (let next = at + 1; next < ids.length; next++) if (!isRead(idText(ids[next]))) return next - at
  return 0
}
