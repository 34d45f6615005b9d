/** Operators and objects: two keys, what to do and with which entries. */
import type { EntryStatus } from '../entries/types.ts'

/** The first key. `command` is the name of the operator's commands in the group `entries`. */
export const operators = [
  { command: 'read', key: 'd' },
  { command: 'star', key: 'i' },
  { command: 'open', key: 'w' },
  { command: 'save', key: 't' },
] as const
export type Operator = (typeof operators)[number]['command']

/** The second key. The operator's own key means the entry too: `d d`. */
export const scopes = [
  { id: 'entry', key: 'e' },
  { id: 'above', key: 'a' },
  { id: 'below', key: 'b' },
  { id: 'day', key: 'y' },
  { id: 'feed', key: 'f' },
  { id: 'category', key: 'c' },
  { id: 'view', key: 'v' },
] as const
export type EntryScope = (typeof scopes)[number]['id']

/** Objects that need an argument. They are commands of their own: `entries:read-older`. */
export const parameterizedObjects = [
  { id: 'older', key: 'o' },
  { id: 'matching', key: 'q' },
] as const

export type ScopeContext = {
  /** Listed ids, newest first. */
  readonly ids: readonly string[]
  readonly statuses: ReadonlyMap<string, EntryStatus>
  /** The folder of a feed. */
  readonly categoryOf: (feedId: string) => string | null
  readonly dayOf: (time: number) => number
}

/** The listed entries of a scope, relative to an entry. An unlisted entry has none above or below it. */
export function entriesInScope(scope: EntryScope, id: string, context: ScopeContext): readonly string[] {
  const { ids, statuses, categoryOf, dayOf } = context
  const at = ids.indexOf(id)
  const current = statuses.get(id)
  const where = (holds: (status: EntryStatus, entry: EntryStatus) => boolean) =>
    ids.filter((one) => {
      const status = statuses.get(one)
      return status !== undefined && current !== undefined && holds(status, current)
    })
  switch (scope) {
    case 'entry':
      return [id]
    case 'above':
      return at === -1 ? [] : ids.slice(0, at)
    case 'below':
      return at === -1 ? [] : ids.slice(at + 1)
    case 'day':
      return where((one, entry) => dayOf(one.publishedAt) === dayOf(entry.publishedAt))
    case 'feed':
      return where((one, entry) => one.feedId === entry.feedId)
    case 'category':
      return where((one, entry) => categoryOf(one.feedId) === categoryOf(entry.feedId))
    case 'view':
      return ids
  }
}
