/** How two versions of a plugin's code differ, as lines. */
import { diffArrays } from 'diff'

export type DifferenceRow =
  | { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }
  /** Unchanged lines that are left out. */
  | { readonly kind: 'gap'; readonly count: number }

/** Longer lines are broken where a statement ends: in minified code all is one line. */
const LINE_LENGTH = 160
/** Unchanged lines that are shown around a change. */
const CONTEXT = 3
/** Lines that differ; beyond that all counts as replaced. */
const MAX_DISTANCE = 1500

/** @returns the lines of a script, none of them much longer than {@link LINE_LENGTH} */
export function codeLines(code: string): string[] {
  return code.split('\n').flatMap((line) => {
    if (line.length <= LINE_LENGTH) return [line]
    const statements = line.match(/[^;{}]*[;{}]|[^;{}]+/g) ?? []
    return statements.flatMap((one) => one.match(new RegExp(`[^]{1,${LINE_LENGTH}}`, 'g')) ?? [])
  })
}

/** @returns changed lines with some around them; empty where both are the same */
export function lineDifference(before: readonly string[], after: readonly string[]): DifferenceRow[] {
  const edits = editsBetween(before, after)
  const isNear = edits.map(() => false)
  edits.forEach(({ kind }, at) => {
    if (kind !== 'same') isNear.fill(true, Math.max(0, at - CONTEXT), at + CONTEXT + 1)
  })
  const rows: DifferenceRow[] = []
  edits.forEach((edit, at) => {
    const last = rows.at(-1)
    if (isNear[at]) rows.push(edit)
    else if (last?.kind === 'gap') rows[rows.length - 1] = { kind: 'gap', count: last.count + 1 }
    else rows.push({ kind: 'gap', count: 1 })
  })
  return rows.some(({ kind }) => kind !== 'gap') ? rows : []
}

type Edit = Exclude<DifferenceRow, { kind: 'gap' }>

function editsBetween(before: readonly string[], after: readonly string[]): Edit[] {
  const replaced = [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  const parts = diffArrays([...before], [...after], { maxEditLength: MAX_DISTANCE }) ?? replaced
  return parts.flatMap(({ value, added, removed }) =>
    value.map((text): Edit => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text })),
  )
}
