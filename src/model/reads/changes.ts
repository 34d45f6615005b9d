/** What marks entries read and unread, and the mutations of it: their updates of rows and counts, and how they are sent. */
import { createEvent } from 'effector'
import type { OptimisticUpdate, Rows } from '../../core/index.ts'
import type { MarkAllScope } from '../../contract/reads.ts'
import type { ChangeOrigin, ChangeTitle, EntryEffect, ReadScope } from '../../local/calls.ts'
import type { EntryStatus } from '../entries/types.ts'
import { isReading } from '../journal/steps.ts'
import { defineMutation, type MutationRules } from '../outbox/define-mutation.ts'
import type { VisibleRows } from '../outbox/tables.ts'
import { markAllTitle } from './mark-all-title.ts'

/** Several entries become read unless all of them are. */
export const readToggled = createEvent<{ ids: readonly string[] }>()
/** origin: command by default; marks by reading are one step of undo. */
export const readMarked = createEvent<{ ids: readonly string[]; read: boolean; origin?: ChangeOrigin }>()

/**
 * view: the whole view; source: the current location; above, below: newer or older than an entry of it;
 * day: one local day of it (any ms of that day). `subscription`: rows of the tree, at any location.
 */
export type MarkScope =
  | { readonly scope: 'view' }
  | { readonly scope: 'source' }
  | {
      readonly scope: 'above' | 'below'
      readonly id: string
      /** Published before or after this time (ms) instead of that of the entry. */
      readonly at?: number
    }
  | { readonly scope: 'day'; readonly day: number }
  /** Published before, at the current location; ms since 1970. */
  | { readonly scope: 'older'; readonly before: number }
  | { readonly scope: 'subscription'; readonly ids: readonly string[] }
export const allMarked = createEvent<MarkScope>()

/** Entries that change, with the feed whose count changes. */
export type MarkArgs = {
  readonly entries: readonly { readonly id: string; readonly feedId: string }[]
  readonly read: boolean
}
const withMark =
  ({ entries, read }: MarkArgs): OptimisticUpdate<EntryStatus> =>
  (rows) =>
    patchOf(
      entries.map(({ id }) => rows.get(id)),
      (row) => ({ ...row, read }),
    )
const markEffect = ({ entries, read }: MarkArgs): EntryEffect => ({
  do: 'read',
  entryIds: entries.map(({ id }) => id),
  read,
})
const mergeMarks = (earlier: MarkArgs, later: MarkArgs): MarkArgs | null =>
  earlier.read === later.read ? { ...earlier, entries: [...earlier.entries, ...later.entries] } : null

/** Entries of one POST reads; the contract allows more. */
const MAX_ENTRIES = 500
const sendMarks: MutationRules<MarkArgs, unknown>['send'] = async (api, { entries, read }, { id }) => {
  for (let from = 0; from < entries.length; from += MAX_ENTRIES) {
    const entryIds = entries.slice(from, from + MAX_ENTRIES).map((entry) => entry.id)
    const options = { idempotencyKey: from === 0 ? id : `${id}.${from}` }
    // One after another, under keys that a retry repeats.
    await (read ? api.reads.mark({ entryIds }, options) : api.reads.unmark({ entryIds }, options))
  }
}

export const markRead = defineMutation<MarkArgs, unknown>({
  name: 'reads.mark',
  resource: 'reads',
  sendIfUnchanged: true,
  updates: ({ entries, read }) => ({
    statuses: withMark({ entries, read }),
    counts: added(tally(entries.map(({ feedId }) => feedId)), read ? -1 : 1),
  }),
  effect: markEffect,
  send: sendMarks,
  // Reading marks many entries in a row; unmarking is a single action.
  batchDelayMs: ({ read }) => (read ? 500 : 0),
  merge: mergeMarks,
  inverse: (args) => ({ name: restoreMarks.name, args: { ...args, read: !args.read } }),
  redo: (args) => ({ name: restoreMarks.name, args }),
  describe: ({ entries, read }, { origin, subject }) => markTitle(origin, read, entries.length, subject),
})

/**
 * Undo and redo of marks. The counts change by the changes in follow.db: since then the entries may have been
 * marked differently, and they need not be loaded.
 */
export const restoreMarks = defineMutation<MarkArgs, unknown>({
  name: 'reads.restore',
  resource: 'reads',
  sendIfUnchanged: true,
  updates: (args) => ({ statuses: withMark(args) }),
  countUpdates: ({ read }, delta) => ({ counts: added(delta, read ? -1 : 1) }),
  effect: markEffect,
  send: sendMarks,
  merge: mergeMarks,
  inverse: (args) => ({ name: 'reads.restore', args: { ...args, read: !args.read } }),
  describe: ({ entries, read }, { origin, subject }) => markTitle(origin, read, entries.length, subject),
})

export type MarkAllArgs = {
  readonly wire: MarkAllScope
  /** The same, resolved to feeds. */
  readonly scope: ReadScope
}
const isTimed = ({ startTime, endTime, insertedBefore }: ReadScope): boolean =>
  (startTime ?? endTime ?? insertedBefore) !== undefined
/** The feeds and inboxes without unread entries after a mark-all. */
export const feedsReadBy = ({ scope }: MarkAllArgs): readonly string[] =>
  isTimed(scope) ? [] : scope.feedIds
/** A mark-all that was queued (offline) must not mark entries inserted after the request. */
const LATE_MS = 60_000

/** Its id is also the batch id that undoes it. */
export const markAll = defineMutation<MarkAllArgs, { data: { read: Record<string, number> } }>({
  name: 'reads.markAll',
  resource: 'reads',
  sendIfUnchanged: true,
  updates: ({ scope }) => ({
    statuses: (rows) => patchOf([...rows.values()].filter(within(scope)), (row) => ({ ...row, read: true })),
    ...(!isTimed(scope) && {
      counts: (rows: Rows<number>) =>
        Object.fromEntries(scope.feedIds.filter((id) => (rows.get(id) ?? 0) > 0).map((id) => [id, 0])),
    }),
  }),
  countUpdates: ({ scope }, delta) => (isTimed(scope) ? { counts: added(delta, -1) } : {}),
  effect: ({ scope }, batch) => ({ do: 'readAll', scope, batch }),
  send: (api, { wire }, { id, at, now }) =>
    api.reads.markAll(
      { ...wire, ...(now - at > LATE_MS && { insertedBefore: wire.insertedBefore ?? at }) },
      { idempotencyKey: id },
    ),
  // With a time limit the server's numbers count; without, everything is read (wire-contract 5).
  reconcile: ({ scope }, { data }) => (isTimed(scope) ? { counts: added(data.read, -1) } : {}),
  announced: true,
  inverse: ({ scope }, { id, rows }) => ({
    name: unmarkAll.name,
    args: {
      batch: id,
      entryIds: [...(rows.statuses?.values() ?? [])].filter(within(scope)).map((row) => row.id),
    },
  }),
  // Entries inserted since then are not marked.
  redo: ({ wire, scope }, { at }) => {
    const insertedBefore = wire.insertedBefore ?? at
    return {
      name: 'reads.markAll',
      args: { wire: { ...wire, insertedBefore }, scope: { ...scope, insertedBefore } },
    }
  },
  describe: ({ wire, scope }, { rows }) => markAllTitle(wire, scope.feedIds, countOf(scope, rows), rows),
  countChanged: ({ scope }, delta) =>
    isTimed(scope) ? Object.values(delta).reduce((sum, n) => sum + n, 0) : null,
})

export type UnmarkAllArgs = {
  readonly batch: string
  /** Loaded entries that the mark-all changed. */
  readonly entryIds: readonly string[]
}
export const unmarkAll = defineMutation<UnmarkAllArgs, { data: { unread: Record<string, number> } }>({
  name: 'reads.unmarkAll',
  resource: 'reads',
  sendIfUnchanged: true,
  updates: ({ entryIds }) => ({
    statuses: (rows) =>
      patchOf(
        entryIds.map((id) => rows.get(id)),
        (row) => ({ ...row, read: false }),
      ),
  }),
  // The response includes the counts that only the server knows.
  countUpdates: (_, delta) => ({ counts: added(delta, 1) }),
  effect: ({ batch }) => ({ do: 'unreadAll', batch }),
  send: (api, { batch }, { id }) => api.reads.unmarkAll({ batch }, { idempotencyKey: id }),
  reconcile: (_, { data }) => ({ counts: added(data.unread, 1) }),
})

const within =
  ({ feedIds, startTime, endTime, insertedBefore }: ReadScope) =>
  (row: EntryStatus): boolean =>
    !row.read &&
    feedIds.includes(row.feedId) &&
    (startTime === undefined || row.publishedAt >= startTime) &&
    (endTime === undefined || row.publishedAt <= endTime) &&
    (insertedBefore === undefined || row.insertedAt < insertedBefore)

/** Unread entries of the scope: by the counts, or with a time limit those that are loaded. */
const countOf = (scope: ReadScope, { counts, statuses }: VisibleRows): number =>
  isTimed(scope)
    ? [...(statuses?.values() ?? [])].filter(within(scope)).length
    : [...new Set(scope.feedIds)].reduce((sum, id) => sum + (counts?.get(id) ?? 0), 0)

/** @param subject title of the entry, if it is one */
function markTitle(origin: ChangeOrigin, read: boolean, count: number, subject: string | null): ChangeTitle {
  const [one, many] = markTitles[isReading(origin) ? origin : read ? 'read' : 'unread']
  return subject !== null && count === 1
    ? { key: one, many, values: { title: subject, count } }
    : { key: many, many, values: { count } }
}
const markTitles = {
  read: ['app:undo.read', 'app:undo.readMany'],
  unread: ['app:undo.unread', 'app:undo.unreadMany'],
  open: ['app:undo.opened', 'app:undo.openedMany'],
  scroll: ['app:undo.scrolled', 'app:undo.scrolledMany'],
  hover: ['app:undo.passed', 'app:undo.passedMany'],
  render: ['app:undo.passed', 'app:undo.passedMany'],
} as const

/** Counts never go below 0 (spec 3). A feed without a count is treated as 0. */
function added(numbers: Readonly<Record<string, number>>, sign: 1 | -1): OptimisticUpdate<number> {
  return (rows) =>
    Object.fromEntries(
      Object.entries(numbers).map(([id, n]) => [id, Math.max(0, (rows.get(id) ?? 0) + sign * n)]),
    )
}

function tally(ids: readonly string[]): Record<string, number> {
  const numbers: Record<string, number> = {}
  for (const id of ids) numbers[id] = (numbers[id] ?? 0) + 1
  return numbers
}

function patchOf(
  rows: readonly (EntryStatus | undefined)[],
  change: (row: EntryStatus) => EntryStatus,
): Record<string, EntryStatus> {
  return Object.fromEntries(rows.flatMap((row) => (row ? [[row.id, change(row)]] : [])))
}
