import { useRef, useState, type KeyboardEvent } from 'react'

type TableKeys = {
  /** In the order of the table. */
  readonly ids: readonly string[]
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (chosen: ReadonlySet<string>) => void
}

/**
 * Keys of a table with a checkbox in each row: arrows, Home and End move between rows, with Shift they select on the way,
 * Ctrl or Cmd with A selects all, Escape selects none. One row is in the tab order. Rows carry `data-feed-id`.
 */
export function useTableKeys({ ids, chosen, onChoose }: TableKeys) {
  const [currentId, setCurrentId] = useState<string | null>(null)
  const table = useRef<HTMLDivElement>(null)
  const current = currentId !== null && ids.includes(currentId) ? currentId : (ids[0] ?? null)

  const focus = (id: string) => {
    setCurrentId(id)
    table.current?.querySelector<HTMLElement>(`[data-feed-id="${CSS.escape(id)}"] input`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || !(event.target instanceof Element)) return
    const isModified = event.ctrlKey || event.metaKey
    const id = event.target.closest<HTMLElement>('[data-feed-id]')?.dataset.feedId
    if (isModified && event.key.toLowerCase() === 'a') {
      event.preventDefault()
      return onChoose(new Set(ids))
    }
    if (event.key === 'Escape' && chosen.size > 0) {
      event.preventDefault()
      event.stopPropagation()
      return onChoose(new Set())
    }
    if (id === undefined || isModified) return
    const next = ids[targetIndex(event.key, ids.indexOf(id), ids.length)]
    if (next === undefined) return
    event.preventDefault()
    if (event.shiftKey) onChoose(new Set([...chosen, ...between(ids, id, next)]))
    focus(next)
  }
  return { table, current, focus, onKeyDown, onFocusRow: setCurrentId }
}

/** @returns -1 for another key, and past the ends */
function targetIndex(key: string, index: number, length: number): number {
  if (key === 'ArrowDown') return index + 1 < length ? index + 1 : -1
  if (key === 'ArrowUp') return index - 1
  if (key === 'Home') return 0
  return key === 'End' ? length - 1 : -1
}

function between(ids: readonly string[], from: string, to: string): readonly string[] {
  const [first, last] = [ids.indexOf(from), ids.indexOf(to)].toSorted((a, b) => a - b)
  return ids.slice(first, (last ?? 0) + 1)
}
