import { idText, indexOfId, type Ids } from './ids.ts'

/** The next entry that remains, else the previous one, else none. */
export function neighbourOf(ids: Ids, id: string, removed: ReadonlySet<string>): string | null {
  const at = indexOfId(ids, id)
  const remaining = (index: number) => !removed.has(idText(ids[index]))
  for (let next = at + 1; next < ids.length; next += 1) if (remaining(next)) return idText(ids[next])
  for (let previous = at - 1; previous >= 0; previous -= 1)
    if (remaining(previous)) return idText(ids[previous])
  return null
}
