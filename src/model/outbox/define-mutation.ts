/**
 * A mutation as data: its optimistic updates, its effect on follow.db, and how it is sent. Mutations are looked up by
 * name, because follow.db stores their name and arguments.
 */
import { createEvent, type EventCallable } from 'effector'
import type { Api } from '../../api/index.ts'
import type { ChangeOrigin, ChangeTitle, EntryEffect, NamedChange } from '../../local/calls.ts'
import type { Clock } from '../../core/index.ts'
import type { RepeatedStep } from '../journal/steps.ts'
import type { OptimisticUpdates, VisibleRows } from './tables.ts'

/** Number of local entries of each feed whose read mark changed (the result of `outbox.begin`). */
export type UnreadDelta = Readonly<Record<string, number>>

type SendContext = {
  /** Mutation id, also the Idempotency-Key. */
  readonly id: string
  /** Time of the request, ms. */
  readonly at: number
  readonly now: number
  readonly clock: Clock
}

/** What the journal's row of a change is computed from. */
export type ChangeContext = {
  /** Mutation id. */
  readonly id: string
  /** Time of the request, ms. */
  readonly at: number
  readonly origin: ChangeOrigin
  /** Name of the one thing it acts on, where the tables do not have it: the title of an entry. */
  readonly subject: string | null
  /** The visible rows before the change. */
  readonly rows: VisibleRows
}

export type MutationRules<Args, Result> = {
  /** resource.verb, e.g. reads.mark; stored, so it must not change. */
  readonly name: string
  /** Mutations of one resource are sent one after another. */
  readonly resource: string
  /** Names the part of the resource that is changed: changes of different parts do not wait for each other. */
  readonly part?: (args: Args) => string
  /** Optimistic updates of the tables; all null: nothing changes, and nothing is sent. */
  readonly updates: (args: Args, id: string) => OptimisticUpdates
  /** Updates that need follow.db's counts; other tables than those of `updates`. */
  readonly countUpdates?: (args: Args, unreadDelta: UnreadDelta) => OptimisticUpdates
  /** Sent although the updates change nothing: the affected rows may not be loaded. */
  readonly sendIfUnchanged?: boolean
  readonly effect?: (args: Args, id: string) => EntryEffect | null
  readonly send: (api: Api, args: Args, context: SendContext) => Promise<Result>
  /** Updates computed from the response, where they differ from the updates. */
  readonly reconcile?: (args: Args, answer: Result, id: string) => OptimisticUpdates
  /** Coalesces two queued neighbours into one call; null when impossible. Only for idempotent changes (set, not add). */
  readonly merge?: (earlier: Args, later: Args) => Args | null
  /** Nothing is computed on top of it: it can be withdrawn at any time but during its request. */
  readonly isIndependent?: boolean
  /**
   * The change that undoes this one, journaled with it. Null: there is nothing to undo. Absent: never undone.
   * `later`: known only once the server has accepted it (`changeRevised`).
   */
  readonly inverse?: (args: Args, context: ChangeContext) => NamedChange | 'later' | null
  /** What was done, e.g. "moved X to News". Required where there is an inverse. */
  readonly describe?: (args: Args, context: ChangeContext) => ChangeTitle
  /** Repeats it after an undo; absent: the same name and arguments. */
  readonly redo?: (args: Args, context: ChangeContext) => NamedChange
  /** Number of entries it changed by follow.db's counts, for the title; null: the title's count is correct. */
  readonly countChanged?: (args: Args, unreadDelta: UnreadDelta) => number | null
  /** Announced by a toast with Undo; else only where one step changes several things. */
  readonly announced?: boolean
  /** Maximum delay in ms after a call of its resource, so that quick repetitions are sent as one call. */
  readonly batchDelayMs?: (args: Args) => number
}

export type AcceptedMutation<Args, Result> = {
  readonly id: string
  readonly args: Args
  readonly answer: Result
}
export type RejectedMutation<Args> = { readonly id: string; readonly args: Args; readonly error: unknown }

/** A mutation of any arguments, as the outbox uses it. */
export type AnyMutation = MutationRules<unknown, unknown> & {
  readonly accepted: EventCallable<AcceptedMutation<unknown, unknown>>
  readonly refused: EventCallable<RejectedMutation<unknown>>
}

/** All mutations by name. */
export const mutations = new Map<string, AnyMutation>()
/** Options of a requested mutation, some for the journal. */
export type MutationOptions = {
  /** Set by the caller where it needs the id; else generated. */
  readonly id?: string
  /** Default: command. */
  readonly origin?: ChangeOrigin
  readonly subject?: string | null
  /** Replaces the title that the mutation describes. */
  readonly title?: ChangeTitle
  /** false: an inverse, which is not journaled. A row: the change repeats this undone step. */
  readonly journal?: false | RepeatedStep
}
export const mutationRequested = createEvent<{ name: string; args: unknown } & MutationOptions>()

/** Registers a mutation. `requested` requests one. */
export function defineMutation<Args, Result>(rules: MutationRules<Args, Result>) {
  const requested = mutationRequested.prepend((request: { args: Args } & MutationOptions) => ({
    ...request,
    name: rules.name,
  }))
  const accepted = createEvent<AcceptedMutation<Args, Result>>()
  const refused = createEvent<RejectedMutation<Args>>()
  mutations.set(rules.name, { ...rules, accepted, refused } as unknown as AnyMutation)
  return { name: rules.name, requested, accepted, refused }
}
