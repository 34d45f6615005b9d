/**
 * A change, as data: what it makes of the tables until the server has spoken, what follow.db must see of it, how it is
 * sent. Changes are found by name, because they come back from follow.db as name and arguments.
 */
import { createEvent, sample, type EventCallable } from 'effector'
import type { Api } from '../../api/index.ts'
import type { EntryEffect } from '../../local/calls.ts'
import type { Drafts } from './tables.ts'

/** How many local entries of each feed changed their read mark (follow.db's answer to `outbox.begin`). */
export type Flipped = Readonly<Record<string, number>>

export type SendContext = {
  /** Also the Idempotency-Key. */
  readonly id: string
  /** When the person asked, ms. */
  readonly at: number
  readonly now: number
}

export type ChangeRules<Args, Answer> = {
  /** noun.verb, e.g. reads.mark; stored, so never renamed. */
  readonly name: string
  /** Writes of one noun go one after another. */
  readonly noun: string
  /** What it makes of the tables; all null: it is already so, and nothing is asked. */
  readonly drafts: (args: Args, id: string) => Drafts
  /** What of it is known only once follow.db has counted; other tables than those of `drafts`. */
  readonly draftsCounted?: (args: Args, flipped: Flipped) => Drafts
  /** Sent although the drafts change nothing: what it touches may not be loaded. */
  readonly always?: boolean
  readonly effect?: (args: Args, id: string) => EntryEffect | null
  readonly send: (api: Api, args: Args, context: SendContext) => Promise<Answer>
  /** What the answer makes of the tables where that is not what the drafts said. */
  readonly settled?: (args: Args, answer: Answer, id: string) => Drafts
  /** Waiting neighbours that may go in one call; null when these two may not. Only for changes that set, never add. */
  readonly merge?: (earlier: Args, later: Args) => Args | null
  /** ms that it waits at most after a call of its noun, so that a quick hand makes one call of many. */
  readonly gather?: (args: Args) => number
}

export type Accepted<Args, Answer> = { readonly id: string; readonly args: Args; readonly answer: Answer }
export type Refused<Args> = { readonly id: string; readonly args: Args; readonly error: unknown }

/** What the outbox knows of a change, its arguments no longer typed. */
export type AnyChange = ChangeRules<unknown, unknown> & {
  readonly accepted: EventCallable<Accepted<unknown, unknown>>
  readonly refused: EventCallable<Refused<unknown>>
}

/** Every change there is, by name. */
export const changes = new Map<string, AnyChange>()
/** id: chosen by the asker, where something else must know it; at: likewise */
export const changeAsked = createEvent<{ name: string; args: unknown; id?: string }>()

/** Enters a change into the table of changes. `asked` is the way to make one. */
export function defineChange<Args, Answer>(rules: ChangeRules<Args, Answer>) {
  const asked = createEvent<{ args: Args; id?: string }>()
  const accepted = createEvent<Accepted<Args, Answer>>()
  const refused = createEvent<Refused<Args>>()
  changes.set(rules.name, { ...rules, accepted, refused } as unknown as AnyChange)
  sample({ clock: asked, fn: ({ args, id }) => ({ name: rules.name, args, id }), target: changeAsked })
  return { name: rules.name, asked, accepted, refused }
}
