import { useUnit } from 'effector-react'
import { useState } from 'react'
import type { ContextValues } from '../core/index.ts'
import { context } from '../model/app/index.ts'

/** What only the focus changes, which the palette takes as it opens. */
const FOCUS_KEYS: ReadonlySet<string> = new Set(['area', 'paneFocused'])

/** The context keys that commands are tested with: those of the focus as they were where the palette was opened. */
export function useContextKeys(): ContextValues {
  const values = useUnit(context.$contextKeys)
  const [used, setUsed] = useState(values)
  if (used !== values && !differInFocusOnly(used, values)) setUsed(values)
  return used
}

const differInFocusOnly = (a: ContextValues, b: ContextValues): boolean =>
  a.size === b.size && [...a].every(([name, value]) => FOCUS_KEYS.has(name) || b.get(name) === value)
