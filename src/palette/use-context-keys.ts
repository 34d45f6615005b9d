import { useUnit } from 'effector-react'
import { useState } from 'react'
import type { ContextValues } from '../core/index.ts'
import { context } from '../model/index.ts'

/**
 * The context keys that commands are tested with. The focus area is the one that the palette was opened from: as it takes
 * the focus, nothing has to be ranked again.
 */
export function useContextKeys(): ContextValues {
  const values = useUnit(context.$contextKeys)
  const [used, setUsed] = useState(values)
  if (used !== values && !areEqualButArea(used, values)) setUsed(values)
  return used
}

const areEqualButArea = (a: ContextValues, b: ContextValues): boolean =>
  a.size === b.size && [...a].every(([name, value]) => name === 'area' || b.get(name) === value)
