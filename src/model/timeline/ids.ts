/**
 * The ids of a list, eight bytes each, of which most are never looked at: each as a text took 36. By contract they are numbers
 * of up to 63 bits (core/ids.ts); any other is kept beside, under a number below zero, so that none is lost.
 */
export type Ids = BigInt64Array

export function packIds(ids: readonly string[]): Ids {
  // What makes an array of numbers of a list goes through an iterator, at twice the price.
  const packed = new BigInt64Array(ids.length)
  ids.forEach((id, index) => {
    packed[index] = numberOf(id)
  })
  return packed
}

/** Those of [from, to), as texts. */
export const idsIn = (ids: Ids, from?: number, to?: number): string[] =>
  Array.from(ids.subarray(from, to), idText)

/** @returns -1 where it is not listed */
export const indexOfId = (ids: Ids, id: string): number => ids.indexOf(numberOf(id))

/** @param number one that stands in a list */
export const idText = (number = 0n): string =>
  number < 0n ? (others[~Number(number)] ?? '') : String(number)

/** Of 63 bits at most, and written in one way only. */
const NUMBER = /^([1-9]\d{0,17}|[1-8]\d{18})$/
const others: string[] = []
/** Each one's place among them, counted from one. */
const places = new Map<string, number>()

function numberOf(id: string): bigint {
  if (NUMBER.test(id)) return BigInt(id)
  const place = places.get(id) ?? others.push(id)
  places.set(id, place)
  return BigInt(-place)
}
