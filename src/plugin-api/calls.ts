/** Calls of the contract, for plugins. */
import type { Input, Output } from '../contract/calls.ts'
import type { CallName } from '../contract/paths.ts'

type VerbOf<N extends CallName, Group extends string> = N extends `${Group}.${infer Verb}` ? Verb : never
/** The contract's calls of a group. Each rejects with a PluginRefusal in words. */
export type CallsOf<Group extends string> = {
  readonly [Verb in VerbOf<CallName, Group>]: (
    input: Input<Extract<CallName, `${Group}.${Verb}`>>,
    /** The server carries a repeated write with the same key out once. */
    options?: { readonly idempotencyKey?: string },
  ) => Promise<Output<Extract<CallName, `${Group}.${Verb}`>>>
}

/** A part of the input of payments. */
export type CodeInput = { readonly TOTPCode?: string }

/**
 * Makes a payment. Where the server requires the code of the second factor, the reader asks for it and repeats the call
 * with it, also after a wrong one.
 * @param call the same payment each time: give it one idempotency key
 * @returns null when the user closed the question. @throws PluginRefusal for every other failure
 */
export type WithCode = <T>(call: (code: CodeInput) => Promise<T>) => Promise<T | null>
