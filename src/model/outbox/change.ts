/**
 * A change, as data: what it makes of the tables until the server has spoken, what follow.db must see of it, how it is
 * sent. Changes are found by name, because they come back from follow.db as name and arguments.
 */
import { createEvent, sample, type EventCallable } from 'effector'
import type { Api } from '../../api/index.ts'
import type { Draft, Table } from '../../core/index.ts'
import type { EntryEffect } from '../../local/calls.ts'

/** How many local entries of each feed changed their read mark (follow.db's answer to `outbox.begin`). */
export type Flipped = Readonly<Record<string, number>>

/** One table and what the change makes of its rows; built by {@link on}, which keeps the row type between the two. */
export type TableDraft = {
  readonly table: Table<never>
  readonly draft: Draft<never>
}
export function on<T>(table: Table<T>, draft: Draft<T>): TableDraft {
  return { table: table as unknown as Table<never>, draft: draft as unknown as Draft<never> }
}

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
  readonly drafts: (args: Args, id: string) => readonly TableDraft[]
  /** What of it is known only once follow.db has counted. */
  readonly draftsCounted?: (args: Args, flipped: Flipped) => readonly TableDraft[]
  /** Sent although every draft is null: what it touches is not loaded. */
  readonly always?: boolean
  readonly effect?: (args: Args, id: string) => EntryEffect | null
  readonly send: (api: Api, args: Args, context: SendContext) => Promise<Answer>
  /** What the answer makes of the tables where that is not what the drafts said. */
  readonly settled?: (args: Args, answer: Answer, id: string) => readonly TableDraft[]
}

export type Asked<Args> = { readonly args: Args; readonly id?: string }
export type Accepted<Args, Answer> = { readonly id: string; readonly args: Args; readonly answer: Answer }

/** What the outbox knows of a change, its arguments no longer typed. */
export type AnyChange = ChangeRules<unknown, unknown> & {
  readonly accepted: EventCallable<Accepted<unknown, unknown>>
  readonly refused: EventCallable<{ id: string; args: unknown; error: unknown }>
}

/** Every change there is, by name. */
export const changes = new Map<string, AnyChange>()
export const changeAsked = createEvent<{ name: string; args: unknown; id?: string }>()

/** Enters a change into the table of changes. `asked` is the way to make one. */
export function defineChange<Args, Answer>(rules: ChangeRules<Args, Answer>) {
  const asked = createEvent<Asked<Args>>()
  const accepted = createEvent<Accepted<Args, Answer>>()
  const refused = createEvent<{ id: string; args: Args; error: unknown }>()
  changes.set(rules.name, { ...rules, accepted, refused } as unknown as AnyChange)
  sample({ clock: asked, fn: ({ args, id }) => ({ name: rules.name, args, id }), target: changeAsked })
  return { name: rules.name, asked, accepted, refused }
}
