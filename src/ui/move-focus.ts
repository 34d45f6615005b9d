import type { KeyboardEvent } from 'react'

/**
 * Moves the focus within a list: arrows, j and k go to the next and the previous one, Home and End to the first and the last.
 * @param targets what the focus goes to, one of each row
 * @param at the row that has the focus, -1: none
 * @returns whether the key was one of these
 */
export function moveFocus(event: KeyboardEvent, targets: readonly HTMLElement[], at: number): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const last = targets.length - 1
  const next = { ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1, Home: 0, End: last }[event.key]
  if (next === undefined) return false
  event.preventDefault()
  event.stopPropagation()
  targets[Math.max(0, Math.min(next, last))]?.focus()
  return true
}
