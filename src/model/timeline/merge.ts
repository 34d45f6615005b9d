export type Listed = { readonly ids: readonly string[]; readonly times: readonly number[] }

/** Two lists in the order publishedAt, id, descending, as one; the first itself where the second brings nothing. */
export function mergeListed(a: Listed, page: Listed): Listed {
  if (page.ids.length === 0) return a
  // Times that came from a worker are an object each, and make those that they are joined to such; numbers made here are not.
  const b = { ids: page.ids, times: page.times.map(Number) }
  // Loading on is the usual case, and must not cost more with every chunk than copying, nor leave room for more behind it.
  if (a.ids.length === 0 || isBefore(a, a.ids.length - 1, b, 0))
    return { ids: a.ids.concat(b.ids), times: a.times.concat(b.times) }
  const fresh = unlisted(a, b)
  if (fresh.size === 0) return a
  const ids: (readonly string[])[] = []
  const times: (readonly number[])[] = []
  let from = 0
  const take = (list: Listed, start: number, end: number) => {
    ids.push(list.ids.slice(start, end))
    times.push(list.times.slice(start, end))
  }
  b.ids.forEach((id, index) => {
    if (!fresh.has(id)) return
    take(a, from, (from = Math.max(from, placeOf(a, b, index))))
    take(b, index, index + 1)
  })
  take(a, from, a.ids.length)
  return { ids: ([] as string[]).concat(...ids), times: ([] as number[]).concat(...times) }
}

/** Which of a page are not listed yet. */
export function unlisted(list: Listed, page: Listed): ReadonlySet<string> {
  // Most of a page is where it was, which is looked for by halving: a long list is not walked through for nothing.
  const fresh = new Set(page.ids.filter((id, index) => list.ids[placeOf(list, page, index)] !== id))
  // Known, with another time.
  if (fresh.size > 0) for (const id of list.ids) fresh.delete(id)
  return fresh
}

/** How many of `a` come before that one of `b`. */
function placeOf(a: Listed, b: Listed, index: number): number {
  let low = 0
  let high = a.ids.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(a, middle, b, index)) low = middle + 1
    else high = middle
  }
  return low
}

/** As follow.db orders them: by time, then by the text of the id. */
function isBefore(a: Listed, at: number, b: Listed, index: number): boolean {
  const [timeA = 0, timeB = 0] = [a.times[at], b.times[index]]
  return timeA === timeB ? (a.ids[at] ?? '') > (b.ids[index] ?? '') : timeA > timeB
}
