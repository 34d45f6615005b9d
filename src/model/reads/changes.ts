/** The mutations of read marks: their updates of rows and counts, and how they are sent. */
import type { OptimisticUpdate, Rows } from '../../core/index.ts'
import type { MarkAllScope } from '../../contract/reads.ts'
import type { ReadScope } from '../../local/calls.ts'
import type { EntryStatus } from '../entries/types.ts'
import { defineMutation } from '../outbox/define-mutation.ts'

/** Entries that change, with the feed whose count changes. */
export type MarkArgs = {
  readonly entries: readonly { readonly id: string; readonly feedId: string }[]
  readonly read: boolean
}
export const markRead = defineMutation<MarkArgs, unknown>({
  name: 'reads.mark',
  noun: 'reads',
  sendIfUnchanged: true,
  updates: ({ entries, read }) => ({
    statuses: (rows) =>
      patchOf(
        entries.map(({ id }) => rows.get(id)),
        (row) => ({ ...row, read }),
      ),
    counts: added(tally(entries.map(({ feedId }) => feedId)), read ? -1 : 1),
  }),
  effect: ({ entries, read }) => ({ do: 'read', entryIds: entries.map(({ id }) => id), read }),
  send: (api, { entries, read }, { id }) => {
    const entryIds = entries.map((entry) => entry.id)
    const options = { idempotencyKey: id }
    return read ? api.reads.mark({ entryIds }, options) : api.reads.unmark({ entryIds }, options)
  },
  // Reading marks many entries in a row; unmarking is a single action.
  batchDelayMs: ({ read }) => (read ? 500 : 0),
  merge: (earlier, later) =>
    earlier.read === later.read ? { ...earlier, entries: [...earlier.entries, ...later.entries] } : null,
})

export type MarkAllArgs = {
  readonly wire: MarkAllScope
  /** The same, resolved to feeds. */
  readonly scope: ReadScope
}
const isTimed = ({ startTime, endTime, insertedBefore }: ReadScope): boolean =>
  (startTime ?? endTime ?? insertedBefore) !== undefined
/** A mark-all that was queued (offline) must not mark entries inserted after the request. */
const LATE_MS = 60_000

/** Its id is also the batch id that undoes it. */
export const markAll = defineMutation<MarkAllArgs, { data: { read: Record<string, number> } }>({
  name: 'reads.markAll',
  noun: 'reads',
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
})

export type UnmarkAllArgs = {
  readonly batch: string
  /** Loaded entries that the mark-all changed. */
  readonly entryIds: readonly string[]
}
export const unmarkAll = defineMutation<UnmarkAllArgs, { data: { unread: Record<string, number> } }>({
  name: 'reads.unmarkAll',
  noun: 'reads',
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

export const within =
  ({ feedIds, startTime, endTime, insertedBefore }: ReadScope) =>
  (row: EntryStatus): boolean =>
    !row.read &&
    feedIds.includes(row.feedId) &&
    (startTime === undefined || row.publishedAt >= startTime) &&
    (endTime === undefined || row.publishedAt <= endTime) &&
    (insertedBefore === undefined || row.insertedAt < insertedBefore)

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
