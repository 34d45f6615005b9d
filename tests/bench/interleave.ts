/** Product and floor take turns, so that both meet the same machine. */
import { median } from './usage.ts'

export type Both<T> = { readonly product: T; readonly floor: T }

export const each = <A, B>({ product, floor }: Both<A>, work: (one: A) => B): Both<B> => ({
  product: work(product),
  floor: work(floor),
})

/** @returns what each of them gave, round by round */
export async function inTurn<Name extends string, S, T>(
  rounds: number,
  subjects: Readonly<Record<Name, S>>,
  work: (subject: S) => Promise<T>,
): Promise<Readonly<Record<Name, readonly T[]>>> {
  const names = Object.keys(subjects) as Name[]
  const input = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<Name, T[]>
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) input[name].push(await work(subjects[name]))
  return input
}

export const medians = <T>(runs: Both<readonly T[]>, read: (run: T) => number): Both<number> =>
  each(runs, (some) => median(some.map(read)))
