/**
 * A change, as data: what it makes of the tables until the server has spoken, what follow.db must see of it, how it is
 * sent. Changes are found by name, because they come back from follow.db as name and arguments.
 */
import { createEvent, sample, type EventCallable } from 'effector'
import type { Api } from '../../api/index.ts'
import type { EntryEffect } from '../../local/calls.ts'
import type { OptimisticUpdates } from './tables.ts'

/** How many local entries of each feed changed their read mark (follow.db's answer to `outbox.begin`). */
export type UnreadDelta = Readonly<Record<string, number>>

export type SendContext = {
  /** Also the Idempotency-Key. */
  readonly id: string
  /** When the person asked, ms. */
  readonly at: number
  readonly now: number
}

export type MutationRules<Args, Answer> = {
  /** noun.verb, e.g. reads.mark; stored, so never renamed. */
  readonly name: string
  /** Writes of one noun go one after another. */
  readonly noun: string
  /** What it makes of the tables; all null: it is already so, and nothing is asked. */
  readonly drafts: (args: Args, id: string) => OptimisticUpdates
  /** What of it is known only once follow.db has counted; other tables than those of `drafts`. */
  readonly draftsCounted?: (args: Args, flipped: UnreadDelta) => OptimisticUpdates
  /** Sent although the drafts change nothing: what it touches may not be loaded. */
  readonly always?: boolean
  readonly effect?: (args: Args, id: string) => EntryEffect | null
  readonly send: (api: Api, args: Args, context: SendContext) => Promise<Answer>
  /** What the answer makes of the tables where that is not what the drafts said. */
  readonly settled?: (args: Args, answer: Answer, id: string) => OptimisticUpdates
  /** Waiting neighbours that may go in one call; null when these two may not. Only for changes that set, never add. */
  readonly merge?: (earlier: Args, later: Args) => Args | null
  /** ms that it waits at most after a call of its noun, so that a quick hand makes one call of many. */
  readonly gather?: (args: Args) => number
}

export type AcceptedMutation<Args, Answer> = {
  readonly id: string
  readonly args: Args
  readonly answer: Answer
}
export type RejectedMutation<Args> = { readonly id: string; readonly args: Args; readonly error: unknown }

/** What the outbox knows of a change, its arguments no longer typed. */
export type AnyMutation = MutationRules<unknown, unknown> & {
  readonly accepted: EventCallable<AcceptedMutation<unknown, unknown>>
  readonly refused: EventCallable<RejectedMutation<unknown>>
}

/** Every change there is, by name. */
export const mutations = new Map<string, AnyMutation>()
/** id: chosen by the asker, where something else must know it; at: likewise */
export const mutationRequested = createEvent<{ name: string; args: unknown; id?: string }>()

/** Enters a change into the table of changes. `asked` is the way to make one. */
export function defineMutation<Args, Answer>(rules: MutationRules<Args, Answer>) {
  const asked = createEvent<{ args: Args; id?: string }>()
  const accepted = createEvent<AcceptedMutation<Args, Answer>>()
  const refused = createEvent<RejectedMutation<Args>>()
  mutations.set(rules.name, { ...rules, accepted, refused } as unknown as AnyMutation)
  sample({ clock: asked, fn: ({ args, id }) => ({ name: rules.name, args, id }), target: mutationRequested })
  return { name: rules.name, asked, accepted, refused }
}
