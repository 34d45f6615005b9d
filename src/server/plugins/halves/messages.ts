/** Messages between the server and the thread in which one call of a stranger's server half runs. */
import { z } from 'zod'

/** What the thread is started with. */
export type Start = {
  /** A classic script that calls `lectern.start`. */
  readonly code: string
  /** The name of a call, job, condition or action. */
  readonly call: string
  /** A job has no input. */
  readonly kind: 'call' | 'job' | 'condition' | 'action'
  readonly input: unknown
  /** Of the user, as the plugin's own. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly secrets: Readonly<Record<string, string>>
}

/** From the thread itself, which runs none of the plugin's code outside of QuickJS. */
export type FromThread =
  /** QuickJS begins. */
  | { readonly type: 'ready' }
  /** Nothing runs until the host answers again, after so many of its answers. */
  | { readonly type: 'idle'; readonly received: number }
  /** A text of the plugin: see {@link halfMessage}. */
  | { readonly type: 'message'; readonly text: string }
  /** The code threw outside of the call, was interrupted, or said too much. */
  | { readonly type: 'ended'; readonly message: string }

/** Texts of the plugin in one call, and characters of each. */
export const MAX_TEXTS = 100
export const MAX_TEXT = 500_000

export type ToThread = { readonly text: string }

const values = z.record(z.string().max(100), z.union([z.string().max(1000), z.number()]))

/** What the plugin's code says, which can be any text. */
export const halfMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ask'), id: z.number().int(), name: z.string().max(40), input: z.unknown() }),
  z.object({ type: z.literal('log'), message: z.string().max(500) }),
  z.object({ type: z.literal('returned'), output: z.unknown() }),
  z.object({
    type: z.literal('refused'),
    text: z.object({
      key: z.string().min(1).max(200),
      values: values.optional(),
      reason: z.string().max(1000).optional(),
    }),
  }),
  z.object({ type: z.literal('threw'), message: z.string().max(1000) }),
])
export type HalfMessage = z.infer<typeof halfMessage>
