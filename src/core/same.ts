/** Whether two values, as JSON can hold them, say the same. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false
  let more = 0
  for (const name in other) if (Object.hasOwn(other, name)) more += 1
  for (const name in one) {
    if (!Object.hasOwn(one, name)) continue
    if (!Object.hasOwn(other, name) || !isSame(one[name], other[name])) return false
    more -= 1
  }
  return more === 0
}

/** The known one where the new one says the same: who draws it sees that nothing is to be done. */
export const sameOr = <T>(known: T | undefined, now: T): T => (isSame(known, now) ? (known as T) : now)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
