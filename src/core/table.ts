/**
 * The optimistic table: visible rows = confirmed rows with pending changes replayed over them.
 * No snapshot is taken, so none has to be restored: a refused change is dropped, and rows received meanwhile remain.
 */
import { createEvent, createStore } from 'effector'
import { shareStructure } from './deep-equal.ts'

export type Rows<T> = ReadonlyMap<string, T>
/** Rows to put, by id; null removes the row. */
export type Patch<T> = Readonly<Record<string, T | null>>
/** The patch that a change makes to the rows; null when it changes nothing. */
export type OptimisticUpdate<T> = (rows: Rows<T>) => Patch<T> | null
/** A change without a response yet. `mutationId` identifies it. */
export type PendingUpdate<T> = { readonly mutationId: string; readonly update: OptimisticUpdate<T> }

/** The server accepted a change. `update`, if present, is computed from the response and replaces the optimistic update. */
export type AcceptedUpdate<T> = { readonly mutationId: string; readonly update?: OptimisticUpdate<T> }

type State<T> = {
  readonly confirmed: Rows<T>
  readonly pending: readonly PendingUpdate<T>[]
  /** The visible rows; the same map while they are equal, so that nothing that depends on them is computed again. */
  readonly rows: Rows<T>
}

/** A table of rows by id. Its units are pure data flow; the outbox sends and stores changes. */
export function createTable<T>() {
  const $state = createStore<State<T>>(
    { confirmed: new Map(), pending: [], rows: new Map() },
    { serialize: 'ignore' },
  )
  const $rows = $state.map(({ rows }) => rows)
  const $confirmed = $state.map((state) => state.confirmed)
  const $pending = $state.map((state) => state.pending)
  const received = createEvent<Patch<T>>()
  const replaced = createEvent<Rows<T>>()
  const begun = createEvent<PendingUpdate<T>>()
  const accepted = createEvent<AcceptedUpdate<T>>()
  const refused = createEvent<string>()
  $state.on(received, receive).on(replaced, replace).on(begun, begin).on(accepted, accept).on(refused, refuse)
  return {
    /** The visible rows. */
    $rows,
    $confirmed,
    $pending,
    /** Confirmed rows from the server or from follow.db. */
    received,
    /** All confirmed rows. */
    replaced,
    /** Adds a pending update; the same id again replaces it without changing its order. */
    begun,
    /** The server accepted the change: it becomes part of the confirmed rows. */
    accepted,
    /** The server refused it, or it was withdrawn. */
    refused,
  }
}
export type Table<T> = ReturnType<typeof createTable<T>>

function receive<T>(state: State<T>, patch: Patch<T>): State<T> {
  const confirmed = patched(state.confirmed, patch)
  return confirmed === state.confirmed ? state : replay(state, confirmed, state.pending)
}

function replace<T>(state: State<T>, rows: Rows<T>): State<T> {
  const confirmed = shareRows(state.confirmed, rows)
  return confirmed === state.confirmed ? state : replay(state, confirmed, state.pending)
}

function begin<T>(state: State<T>, change: PendingUpdate<T>): State<T> {
  const { confirmed, pending, rows } = state
  const exists = pending.some(({ mutationId }) => mutationId === change.mutationId)
  // The newest change is the last one to be replayed.
  if (!exists) return { confirmed, pending: [...pending, change], rows: patched(rows, change.update(rows)) }
  return replay(
    state,
    confirmed,
    pending.map((one) => (one.mutationId === change.mutationId ? change : one)),
  )
}

function accept<T>(state: State<T>, { mutationId, update }: AcceptedUpdate<T>): State<T> {
  const change = state.pending.find((one) => one.mutationId === mutationId)
  const settled = update ?? change?.update
  if (!settled) return state
  const { rows } = state
  const confirmed = patched(state.confirmed, settled(state.confirmed))
  const pending = state.pending.filter((one) => one !== change)
  // The first change was replayed over the same rows: it has been visible like this all along.
  const isVisible = update === undefined && change === state.pending[0]
  if (!isVisible) return replay(state, confirmed, pending)
  return { confirmed: pending.length === 0 ? rows : confirmed, pending, rows }
}

const refuse = <T>(state: State<T>, mutationId: string): State<T> =>
  replay(
    state,
    state.confirmed,
    state.pending.filter((one) => one.mutationId !== mutationId),
  )

function replay<T>(state: State<T>, confirmed: Rows<T>, pending: readonly PendingUpdate<T>[]): State<T> {
  // Most of the time no change is pending: the confirmed rows are the visible ones.
  if (pending.length + state.pending.length === 0) return { confirmed, pending, rows: confirmed }
  const rows = shareRows(state.rows, replayed(confirmed, pending))
  return { confirmed: pending.length === 0 ? rows : confirmed, pending, rows }
}

/** Replays the pending changes over the rows in order; copies the map at most once. */
function replayed<T>(rows: Rows<T>, pending: readonly PendingUpdate<T>[]): Rows<T> {
  let copy: Map<string, T> | null = null
  for (const { update } of pending) copy = patchedCopy(rows, copy, update(copy ?? rows))
  return copy ?? rows
}

/** The rows with a patch applied; the same map when the patch changes nothing. */
const patched = <T>(rows: Rows<T>, patch: Patch<T> | null): Rows<T> => patchedCopy(rows, null, patch) ?? rows

/** @param copy of the rows, which is changed; null: made at the first change @returns null without any change */
function patchedCopy<T>(
  rows: Rows<T>,
  copy: Map<string, T> | null,
  patch: Patch<T> | null,
): Map<string, T> | null {
  let changed = copy
  for (const [id, row] of Object.entries(patch ?? {})) {
    const before = (changed ?? rows).get(id)
    const after = row === null ? undefined : shareStructure(before, row)
    if (after === before) continue
    changed ??= new Map(rows)
    if (after === undefined) changed.delete(id)
    else changed.set(id, after)
  }
  return changed
}

/** Reuses equal rows, and the map itself when all rows are equal: most responses contain nothing new. */
function shareRows<T>(previous: Rows<T>, rows: Rows<T>): Rows<T> {
  const ids = previous.keys()
  let isUnchanged = previous.size === rows.size
  let copy: Map<string, T> | null = null
  for (const [id, row] of rows) {
    const before = previous.get(id)
    const shared = shareStructure(before, row)
    if (shared !== row) (copy ??= new Map(rows)).set(id, shared)
    isUnchanged &&= ids.next().value === id && before === shared
  }
  return isUnchanged ? previous : (copy ?? rows)
}
