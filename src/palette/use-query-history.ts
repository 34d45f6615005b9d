import { useUnit } from 'effector-react'
import { useState } from 'react'
import { $queryHistory } from '../model/palette/index.ts'

export type QueryHistory = {
  /** An older text; undefined: there is none, or the box holds something else. */
  readonly older: (typed: string) => string | undefined
  /** A newer text, at last the empty one; undefined: the box does not hold a text of the history. */
  readonly newer: (typed: string) => string | undefined
}

/** Goes through the texts typed before, from the empty box on. */
export function useQueryHistory(): QueryHistory {
  const history = useUnit($queryHistory)
  const [at, setAt] = useState(-1)
  const isIn = (typed: string) => at >= 0 && history[at] === typed
  const go = (to: number) => {
    setAt(to)
    return to < 0 ? '' : history[to]
  }
  return {
    older: (typed) => {
      const next = isIn(typed) ? at + 1 : typed === '' ? 0 : undefined
      return next === undefined || next >= history.length ? undefined : go(next)
    },
    newer: (typed) => (isIn(typed) ? go(at - 1) : undefined),
  }
}
