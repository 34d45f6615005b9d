/** Product and floor take turns, so that both meet the same machine. */
import { median } from './usage.ts'

export type Both<T> = { readonly product: T; readonly floor: T }

export const each = <A, B>({ product, floor }: Both<A>, work: (one: A) => B): Both<B> => ({
  product: work(product),
  floor: work(floor),
})

/** @returns what each of them gave, round by round */
export async function inTurn<S, T>(
  rounds: number,
  subjects: Both<S>,
  work: (subject: S) => Promise<T>,
): Promise<Both<readonly T[]>> {
  const product: T[] = []
  const floor: T[] = []
  for (let round = 0; round < rounds; round += 1) {
    product.push(await work(subjects.product))
    floor.push(await work(subjects.floor))
  }
  return { product, floor }
}

export const medians = <T>(runs: Both<readonly T[]>, read: (run: T) => number): Both<number> =>
  each(runs, (some) => median(some.map(read)))
