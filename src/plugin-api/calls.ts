/** Payments of plugins. */

/** A part of the input of payments. */
export type CodeInput = { readonly TOTPCode?: string }

/**
 * Makes a payment. Where the server requires the code of the second factor, the reader asks for it and repeats the call
 * with it, also after a wrong one.
 * @param call the same payment each time: give it one idempotency key
 * @returns null when the user closed the question. @throws PluginRefusal for every other failure
 */
export type WithCode = <T>(call: (code: CodeInput) => Promise<T>) => Promise<T | null>
