/** The type of markup that may be inserted into a page. */

declare const sanitised: unique symbol

/**
 * Markup that {@link sanitise} wrote: well-formed, of the allowed list only. No other function makes one, so a text field
 * cannot be taken for markup: a plain `string` does not have this type. Columns that hold sanitised markup have it too
 * (storage/schema.ts), which lets only the sanitiser's result be written there.
 */
export type SafeHtml = string & { readonly [sanitised]: true }
