import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { idsIn, rowsPassed, rowsRendered, type Ids } from '../../model/index.ts'
import { windowAt, type Geometry, type Viewport } from '../../ui/long-list/index.ts'

/** ms that passed rows are gathered, so that a long scroll tells of them a few times a second, not in each frame. */
const GATHERED_MS = 250

/** Tells the model which rows a person scrolled past and which they have had in sight; it marks them if they want that. */
export function usePassing(ids: Ids, geometry: Geometry, viewport: Viewport): void {
  const [passed, rendered] = useUnit([rowsPassed, rowsRendered])
  const latest = useRef({ ids, geometry })
  latest.current = { ids, geometry }

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const inSight = () => {
      const { top, height } = viewport.seen
      const { from, to } = windowAt(latest.current.geometry, top, height, 0)
      return { ids: latest.current.ids, from, to }
    }
    // A list that is not measured yet may begin far down, and nobody has passed what lies above.
    const place = () => (viewport.seen.height > 0 ? inSight() : null)
    let before = place()
    const tell = () => {
      timer = undefined
      const now = inSight()
      // Another list began: what was passed in the one before is not in this one.
      const from = before && before.ids[0] === now.ids[0] ? before.from : now.from
      if (now.from > from) passed(idsIn(now.ids, from, now.from))
      rendered(idsIn(now.ids, now.from, now.to))
      before = now
    }
    const forget = viewport.listen((scroll) => {
      if (scroll) timer ??= setTimeout(tell, GATHERED_MS)
      else before ??= place()
    })
    return () => {
      clearTimeout(timer)
      forget()
    }
  }, [viewport, passed, rendered])
}
