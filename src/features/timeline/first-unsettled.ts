import { idText, type Ids } from '../../model/timeline/index.ts'
import type { Window } from '../../ui/long-list/index.ts'

/**
 * The first rendered row whose height waits for what follow.db knows of its picture; the number of rows where none does.
 * @param px of each row; 0: not known yet
 */
export function firstUnsettled(
  { from, to }: Pick<Window, 'from' | 'to'>,
  ids: Ids,
  px: Float32Array,
  summaries: ReadonlyMap<string, unknown>,
): number {
  for (let row = from; row < to; row += 1) if (px[row] === 0 && summaries.has(idText(ids[row]))) return row
  return ids.length
}
