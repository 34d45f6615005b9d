import { createWatch } from 'effector'
import { useProvidedScope, useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { focusRequested } from '../../model/layout/index.ts'
import { entryStepped, gridStepped } from '../../model/timeline/index.ts'
import { neighbourOf, type Geometry } from '../../ui/long-list/index.ts'

/** Moves through a grid by its lines and columns. From the first column, left leads to the subscriptions. */
export function useGridKeys(geometry: Geometry, current: number): void {
  const scope = useProvidedScope()
  const [step, focus] = useUnit([entryStepped, focusRequested])
  const latest = useRef({ geometry, current })
  useEffect(() => {
    latest.current = { geometry, current }
  })
  useEffect(() => {
    if (!scope) return
    return createWatch({
      unit: gridStepped,
      scope,
      fn: ({ direction, count }) => {
        const { geometry: now, current: from } = latest.current
        if (from === -1) return direction === 'left' ? focus('subscription-list') : step({ by: 1 })
        let row = from
        for (let done = 0; done < count; done += 1) row = neighbourOf(now, row, direction)
        if (row !== from) step({ by: row - from })
        else if (direction === 'left') focus('subscription-list')
      },
    })
  }, [scope, step, focus])
}
