/** How two versions of a plugin's code differ, as lines. */

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
const editsOf = (kind: Edit['kind'], lines: readonly string[]) => lines.map((text): Edit => ({ kind, text }))

function editsBetween(before: readonly string[], after: readonly string[]): Edit[] {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  const old = before.slice(head, before.length - tail)
  const young = after.slice(head, after.length - tail)
  return [
    ...editsOf('same', before.slice(0, head)),
    ...(shortestEdits(old, young) ?? [...editsOf('removed', old), ...editsOf('added', young)]),
    ...editsOf('same', before.slice(before.length - tail)),
  ]
}

/** Myers' greedy algorithm. @returns null beyond the largest distance */
function shortestEdits(before: readonly string[], after: readonly string[]): Edit[] | null {
  const furthest = new Map([[1, 0]])
  const steps: ReadonlyMap<number, number>[] = []
  for (let distance = 0; distance <= Math.min(before.length + after.length, MAX_DISTANCE); distance += 1) {
    // Only the diagonals that this step reads.
    const read = new Map<number, number>()
    for (let at = -distance - 1; at <= distance + 1; at += 2) read.set(at, furthest.get(at) ?? -1)
    steps.push(read)
    for (let diagonal = -distance; diagonal <= distance; diagonal += 2) {
      let x = startOf(read, diagonal, distance).x
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1
      furthest.set(diagonal, x)
      if (x >= before.length && x - diagonal >= after.length) return traced(before, after, steps)
    }
  }
  return null
}

/** Where a step on a diagonal begins: below the one above, or right of the one below, whichever is further. */
function startOf(read: ReadonlyMap<number, number>, diagonal: number, distance: number) {
  const above = read.get(diagonal + 1) ?? -1
  const below = read.get(diagonal - 1) ?? -1
  const isAdded = diagonal === -distance || (diagonal !== distance && below < above)
  return { x: isAdded ? above : below + 1, isAdded }
}

function traced(
  before: readonly string[],
  after: readonly string[],
  steps: readonly ReadonlyMap<number, number>[],
): Edit[] {
  const edits: Edit[] = []
  let x = before.length
  let y = after.length
  for (let distance = steps.length - 1; distance >= 0; distance -= 1) {
    const start = startOf(steps[distance]!, x - y, distance)
    for (; x > start.x; x -= 1, y -= 1) edits.push({ kind: 'same', text: before[x - 1]! })
    if (distance === 0) break
    if (start.isAdded) edits.push({ kind: 'added', text: after[(y -= 1)]! })
    else edits.push({ kind: 'removed', text: before[(x -= 1)]! })
  }
  return edits.toReversed()
}
