/** Names of feeds and lists in settings: ids of a server, which an account file replaces by keys of its own. */

export type Names = ReturnType<typeof createNames>

/** The names of one account on one server, both ways. Settings have ids alone, or as `feed/ID` and `list/ID`. */
export function createNames() {
  const keys = new Map<string, string>()
  const ids = new Map<string, string>()
  const feedKeys = new Map<string, string>()
  const add = (id: string, key: string) => {
    keys.set(id, key)
    ids.set(key, id)
  }
  return {
    addFeed(id: string, key: string): void {
      feedKeys.set(id, key)
      add(id, `feed:${key}`)
      add(`feed/${id}`, `feed/${key}`)
    },
    /** @param place among the lists of the account */
    addList(id: string, place: number): void {
      add(id, `list:${place}`)
      add(`list/${id}`, `list/${place}`)
    },
    addInbox(handle: string, key: string): void {
      add(`inbox/${handle}`, `inbox/${key}`)
    },
    feedKey: (id: string): string | undefined => feedKeys.get(id),
    /** Other texts are unchanged. */
    keyOf: (id: string): string => keys.get(id) ?? id,
    idOf: (key: string): string => ids.get(key) ?? key,
  }
}

/** A value with all texts and names of fields replaced. */
export function renamed(value: unknown, rename: (text: string) => string): unknown {
  if (typeof value === 'string') return rename(value)
  if (Array.isArray(value)) return value.map((one) => renamed(one, rename))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [rename(key), renamed(one, rename)]))
}

/**
 * Adds what one value lacks of another. What is there stays: fields and items are added, and nothing is replaced.
 */
export function completed(present: unknown, added: unknown): unknown {
  if (present === undefined) return added
  if (Array.isArray(present) && Array.isArray(added)) {
    // Numbers in a row belong together, and are no list.
    if ([...present, ...added].some((one) => typeof one === 'number')) return present
    const known = new Set(present.map((one) => JSON.stringify(one)))
    return [...present, ...added.filter((one) => !known.has(JSON.stringify(one)))]
  }
  if (!isRecord(present) || !isRecord(added)) return present
  const names = new Set([...Object.keys(present), ...Object.keys(added)])
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      completed(
        Object.hasOwn(present, name) ? present[name] : undefined,
        Object.hasOwn(added, name) ? added[name] : undefined,
      ),
    ]),
  )
}

/** Settings of a plugin without the one that switches it on. @param name null for a plugin that this server does not have */
export function withoutSwitch(settings: Readonly<Record<string, unknown>>, name: string | null) {
  return Object.fromEntries(Object.entries(settings).filter(([key]) => key !== name && key !== 'enabled'))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const asRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
