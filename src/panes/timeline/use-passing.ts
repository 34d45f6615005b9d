import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { idsIn, rowsPassed, rowsRendered, type Ids } from '../../model/index.ts'
import { windowAt, type Geometry, type Viewport } from '../long-list/index.ts'

/** ms that passed rows are gathered, so that a long scroll tells of them a few times a second, not in each frame. */
const GATHERED_MS = 250

/** Tells the model which rows a person scrolled past and which they have had in sight; it marks them if they want that. */
export function usePassing(ids: Ids, geometry: Geometry, viewport: Viewport): void {
  const [passed, rendered] = useUnit([rowsPassed, rowsRendered])
  const latest = useRef({ ids, geometry })
  latest.current = { ids, geometry }

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const first = () => {
      const { top, height } = viewport.seen
      return windowAt(latest.current.geometry, top, height, 0)
    }
    let before = { ids: latest.current.ids, from: first().from }
    const tell = () => {
      timer = undefined
      const seen = first()
      const now = latest.current.ids
      // Another list began: what was passed in the one before is not in this one.
      const from = before.ids[0] === now[0] ? before.from : seen.from
      if (seen.from > from) passed(idsIn(now, from, seen.from))
      rendered(idsIn(now, seen.from, seen.to))
      before = { ids: now, from: seen.from }
    }
    const forget = viewport.listen((scroll) => {
      if (scroll) timer ??= setTimeout(tell, GATHERED_MS)
    })
    return () => {
      clearTimeout(timer)
      forget()
    }
  }, [viewport, passed, rendered])
}
