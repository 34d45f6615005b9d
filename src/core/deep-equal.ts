/** Whether two values, as JSON can hold them, say the same; what is left out says no more than null. */
export function deepEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one ?? null, other ?? null)) return true
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false
  if (Array.isArray(one) && one['length'] !== other['length']) return false
  for (const name of Object.keys(one)) if (!deepEqual(one[name], ownOf(other, name))) return false
  // What both have was compared.
  return Object.keys(other).every((name) => Object.hasOwn(one, name) || ownOf(other, name) === null)
}

/** The known one where the new one says the same: who draws it sees that nothing is to be done. */
export const shareStructure = <T>(known: T | undefined, now: T): T =>
  deepEqual(known, now) ? (known as T) : now

type Thing = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Thing => typeof value === 'object' && value !== null
const ownOf = (thing: Thing, name: string): unknown =>
  Object.hasOwn(thing, name) ? (thing[name] ?? null) : null
