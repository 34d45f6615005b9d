/** Messages between the server and the process of one call of an installed server half. Each such process loads this module. */

/** The start message of the process. */
export type Start = {
  /** A classic script that calls `lectern.start`. */
  readonly code: string
  /** The name of a call, job, condition, action or event. */
  readonly call: string
  /** A job has no input. */
  readonly kind: 'call' | 'job' | 'condition' | 'action' | 'event'
  readonly input: unknown
  /** Settings of the user for this plugin. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly secrets: Readonly<Record<string, string>>
  /** ms of processor time without a break. */
  readonly turnMs: number
}

/** From the process itself, which runs none of the plugin's code outside of QuickJS. */
export type FromHalf =
  /** QuickJS begins. */
  | { readonly type: 'ready' }
  /** Idle until the host's next response; `received`: the number of responses so far. */
  | { readonly type: 'idle'; readonly received: number }
  /** A text of the plugin: see run-half.ts. */
  | { readonly type: 'message'; readonly text: string }
  /** The code threw outside of the call, was interrupted, or sent too much. */
  | { readonly type: 'ended'; readonly message: string }

/** Texts of the plugin in one call, and characters of each. */
export const MAX_TEXTS = 100
export const MAX_TEXT = 500_000

/** Characters of a response of the host, and of all of one call. */
export const MAX_ANSWER = 2_000_000
export const MAX_ANSWERS = 8_000_000

export type ToHalf = { readonly start: Start } | { readonly text: string }
