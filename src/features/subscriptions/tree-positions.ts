import type { TreeRow } from '../../model/subscriptions/index.ts'

/** A row's position among its siblings, for screen readers: 3 of 12. */
export type TreePosition = { readonly position: number; readonly size: number }

/** Siblings are rows of one depth under the same parent. One pass; sizes are filled in at the end of each group. */
export function treePositions(rows: readonly Pick<TreeRow, 'depth'>[]): readonly TreePosition[] {
  const positions: { position: number; size: number }[] = []
  const open: { position: number; size: number }[][] = []
  const close = (depth: number) => {
    for (let level = open.length - 1; level >= depth; level--) {
      const run = open[level] ?? []
      for (const position of run) position.size = run.length
    }
    open.length = Math.min(open.length, depth)
  }
  for (const { depth } of rows) {
    close(depth + 1)
    while (open.length <= depth) open.push([])
    const run = open[depth] as { position: number; size: number }[]
    const position = { position: run.length + 1, size: 0 }
    run.push(position)
    positions.push(position)
  }
  close(0)
  return positions
}
