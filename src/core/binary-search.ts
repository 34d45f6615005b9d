/**
 * Looks by halving where something ends that holds for the first of [low, high), and for none after them.
 * @returns the first index for which it does not hold; `high` where it holds for all
 */
export function partitionPoint(low: number, high: number, holds: (index: number) => boolean): number {
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) low = middle + 1
    else high = middle
  }
  return low
}
