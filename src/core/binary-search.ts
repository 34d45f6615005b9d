/**
 * Binary search for the partition point of a predicate that is true for a prefix of [low, high) and false after it.
 * @returns the first index for which it is false; `high` if it is true for all
 */
export function partitionPoint(low: number, high: number, predicate: (index: number) => boolean): number {
  while (low < high) {
    const middle = (low + high) >> 1
    if (predicate(middle)) low = middle + 1
    else high = middle
  }
  return low
}
