/** Where an id stands in a long list. Most often it is where it was, or beside: only a jump looks through everything. */
export function rowIndex(ids: readonly string[], id: string | null, last: number): number {
  if (id === null) return -1
  for (const at of [last, last + 1, last - 1]) if (ids[at] === id) return at
  return ids.indexOf(id)
}
