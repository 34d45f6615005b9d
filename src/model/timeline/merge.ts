export type Listed = { readonly ids: readonly string[]; readonly times: readonly number[] }

/** Two lists in the order publishedAt, id, descending, as one; the first itself where the second brings nothing. */
export function mergeListed(a: Listed, b: Listed): Listed {
  if (b.ids.length === 0) return a
  // Loading on is the usual case, and must not cost more with every chunk than copying, nor leave room for more behind it.
  if (a.ids.length === 0 || isBefore(a, a.ids.length - 1, b, 0))
    return { ids: a.ids.concat(b.ids), times: a.times.concat(unboxed(b.times)) }
  const known = new Set(a.ids)
  if (b.ids.every((id) => known.has(id))) return a
  const ids: string[] = []
  const times: number[] = []
  let at = 0
  const take = (from: Listed, index: number) => {
    ids.push(from.ids[index] as string)
    times.push(from.times[index] as number)
  }
  b.ids.forEach((id, index) => {
    if (known.has(id)) return
    while (at < a.ids.length && isBefore(a, at, b, index)) take(a, at++)
    take(b, index)
  })
  while (at < a.ids.length) take(a, at++)
  return { ids, times }
}

/** Times that came from a worker are an object each, which is three times the memory; numbers that are made here are not. */
const unboxed = (times: readonly number[]): number[] => times.map(Number)

/** As follow.db orders them: by time, then by the text of the id. */
function isBefore(a: Listed, at: number, b: Listed, index: number): boolean {
  const [timeA = 0, timeB = 0] = [a.times[at], b.times[index]]
  return timeA === timeB ? (a.ids[at] ?? '') > (b.ids[index] ?? '') : timeA > timeB
}
