/**
 * The ids of a list, eight bytes each; as strings they took 36. By contract they are numbers of up to 63 bits
 * (core/ids.ts); any other id is stored in `others` under a negative number.
 */
export type Ids = BigInt64Array

export function packIds(ids: readonly string[]): Ids {
  // BigInt64Array.from uses an iterator, which takes twice as long.
  const packed = new BigInt64Array(ids.length)
  ids.forEach((id, index) => {
    packed[index] = numberOf(id)
  })
  return packed
}

/** The ids of [from, to), as strings. */
export const idsIn = (ids: Ids, from?: number, to?: number): string[] =>
  Array.from(ids.subarray(from, to), idText)

/** @returns -1 if it is not listed */
export const indexOfId = (ids: Ids, id: string): number => ids.indexOf(numberOf(id))

/** @param number an element of Ids */
export const idText = (number = 0n): string =>
  number < 0n ? (others[~Number(number)] ?? '') : String(number)

/** At most 63 bits, in canonical form. */
const NUMBER = /^([1-9]\d{0,17}|[1-8]\d{18})$/
const others: string[] = []
/** Position of each in `others`, counted from one. */
const positions = new Map<string, number>()

function numberOf(id: string): bigint {
  if (NUMBER.test(id)) return BigInt(id)
  const position = positions.get(id) ?? others.push(id)
  positions.set(id, position)
  return BigInt(-position)
}
