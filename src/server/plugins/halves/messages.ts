/** Messages between the server and the process in which one call of a stranger's server half runs. Each such process loads this module. */

/** What the process is started with. */
export type Start = {
  /** A classic script that calls `lectern.start`. */
  readonly code: string
  /** The name of a call, job, condition, action or event. */
  readonly call: string
  /** A job has no input. */
  readonly kind: 'call' | 'job' | 'condition' | 'action' | 'event'
  readonly input: unknown
  /** Of the user, as the plugin's own. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly secrets: Readonly<Record<string, string>>
  /** ms of running without a break. */
  readonly turnMs: number
}

/** From the process itself, which runs none of the plugin's code outside of QuickJS. */
export type FromHalf =
  /** QuickJS begins. */
  | { readonly type: 'ready' }
  /** Nothing runs until the host answers again, after so many of its answers. */
  | { readonly type: 'idle'; readonly received: number }
  /** A text of the plugin: see half-message.ts. */
  | { readonly type: 'message'; readonly text: string }
  /** The code threw outside of the call, was interrupted, or said too much. */
  | { readonly type: 'ended'; readonly message: string }

/** Texts of the plugin in one call, and characters of each. */
export const MAX_TEXTS = 100
export const MAX_TEXT = 500_000

/** Characters of an answer of the host, and of all of one call. */
export const MAX_ANSWER = 2_000_000
export const MAX_ANSWERS = 8_000_000

export type ToHalf = { readonly start: Start } | { readonly text: string }
