/**
 * The optimistic table: visible rows = confirmed rows with pending changes replayed over them.
 * No copy is taken, so none has to be restored: a refused change is dropped and whatever arrived meanwhile stands.
 */
import { createEvent, createStore } from 'effector'
import { shareStructure } from './deep-equal.ts'

export type Rows<T> = ReadonlyMap<string, T>
/** Rows to put, by id; null takes the row away. */
export type Patch<T> = Readonly<Record<string, T | null>>
/** What a change makes of the rows; null: it is already so. */
export type OptimisticUpdate<T> = (rows: Rows<T>) => Patch<T> | null
/** A change that waits for the server's word. `ticket` is the change's id. */
export type PendingUpdate<T> = { readonly ticket: string; readonly draft: OptimisticUpdate<T> }

/** The server took a change. `draft`, where given, is what its answer made of the change instead of what was guessed. */
export type AcceptedUpdate<T> = { readonly ticket: string; readonly draft?: OptimisticUpdate<T> }

type State<T> = { readonly confirmed: Rows<T>; readonly pending: readonly PendingUpdate<T>[] }

/** A table of rows by id. All its units are pure data flow; sending and saving is the outbox's business. */
export function createTable<T>() {
  const $state = createStore<State<T>>({ confirmed: new Map(), pending: [] }, { serialize: 'ignore' })
  const $rows = $state.map(({ confirmed, pending }) => replayed(confirmed, pending))
  const $confirmed = $state.map((state) => state.confirmed)
  const $pending = $state.map((state) => state.pending)
  const received = createEvent<Patch<T>>()
  const replaced = createEvent<Rows<T>>()
  const begun = createEvent<PendingUpdate<T>>()
  const accepted = createEvent<AcceptedUpdate<T>>()
  const refused = createEvent<string>()
  $state.on(received, receive).on(replaced, replace).on(begun, begin).on(accepted, accept).on(refused, refuse)
  return {
    /** What a person sees. */
    $rows,
    $confirmed,
    $pending,
    /** The server, or follow.db, said so. */
    received,
    /** The whole truth anew. */
    replaced,
    /** Begun again under the same ticket: another draft in the same place of the order. */
    begun,
    /** The server took the change: it becomes part of the confirmed rows. */
    accepted,
    /** The server refused it, or it was taken back. */
    refused,
  }
}
export type Table<T> = ReturnType<typeof createTable<T>>

const receive = <T>(state: State<T>, patch: Patch<T>): State<T> => ({
  ...state,
  confirmed: patched(state.confirmed, patch),
})

function replace<T>(state: State<T>, rows: Rows<T>): State<T> {
  const confirmed = keptWhereSame(state.confirmed, rows)
  return confirmed === state.confirmed ? state : { ...state, confirmed }
}

function begin<T>(state: State<T>, change: PendingUpdate<T>): State<T> {
  const known = state.pending.some(({ ticket }) => ticket === change.ticket)
  const pending = known
    ? state.pending.map((one) => (one.ticket === change.ticket ? change : one))
    : [...state.pending, change]
  return { ...state, pending }
}

function accept<T>(state: State<T>, { ticket, draft }: AcceptedUpdate<T>): State<T> {
  const { confirmed, pending } = state
  const change = pending.find((one) => one.ticket === ticket)
  const settled = draft ?? change?.draft
  if (!settled) return state
  return {
    confirmed: patched(confirmed, settled(confirmed)),
    pending: pending.filter((one) => one !== change),
  }
}

const refuse = <T>(state: State<T>, ticket: string): State<T> => ({
  ...state,
  pending: state.pending.filter((one) => one.ticket !== ticket),
})

/** The pending changes over the rows, in their order; copied once, however many they are. */
function replayed<T>(rows: Rows<T>, pending: readonly PendingUpdate<T>[]): Rows<T> {
  let copy: Map<string, T> | null = null
  for (const { draft } of pending) {
    const patch = draft(copy ?? rows)
    if (patch === null || Object.keys(patch).length === 0) continue
    copy ??= new Map(rows)
    apply(copy, patch)
  }
  return copy ?? rows
}

/** The rows with a patch applied; the very same map when the patch changes nothing. */
export function patched<T>(rows: Rows<T>, patch: Patch<T> | null): Rows<T> {
  if (patch === null) return rows
  if (Object.keys(patch).length === 0) return rows
  const next = new Map(rows)
  apply(next, patch)
  return next
}

/** The very same rows where they say the same, and the very same map where all of them do: most answers bring no news. */
function keptWhereSame<T>(known: Rows<T>, rows: Rows<T>): Rows<T> {
  const next = new Map([...rows].map(([id, row]) => [id, shareStructure(known.get(id), row)]))
  const ids = known.keys()
  const isKnown = ([id, row]: readonly [string, T]) => ids.next().value === id && known.get(id) === row
  return next.size === known.size && [...next].every(isKnown) ? known : next
}

function apply<T>(rows: Map<string, T>, patch: Patch<T>): void {
  for (const [id, row] of Object.entries(patch)) {
    if (row === null) rows.delete(id)
    else rows.set(id, row)
  }
}
