/** Whether two JSON values are deeply equal; an absent property equals null. */
export function deepEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one ?? null, other ?? null)) return true
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false
  if (Array.isArray(one) && one['length'] !== other['length']) return false
  for (const name of Object.keys(one)) if (!deepEqual(one[name], propertyOf(other, name))) return false
  // Common properties were compared above.
  return Object.keys(other).every((name) => Object.hasOwn(one, name) || propertyOf(other, name) === null)
}

/** The previous value if the next one equals it, so that consumers can compare by reference. */
export const shareStructure = <T>(previous: T | undefined, next: T): T =>
  deepEqual(previous, next) ? (previous as T) : next

type JsonObject = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null
const propertyOf = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? (object[name] ?? null) : null
