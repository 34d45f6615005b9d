/** A bar within quotation marks is text, as in the query language. A mark that is not closed is text, too. */
const PART = /(?:"(?:[^"\\]|\\[^])*"|[^|])*/g

/** Cuts `query | command | command` at the bars outside of quotation marks. Empty commands are left out. */
export function splitPipeline(text: string): { readonly query: string; readonly steps: readonly string[] } {
  const [query = '', ...steps] = (text.match(PART) ?? []).map((part) => part.trim())
  return { query, steps: steps.filter((step) => step !== '') }
}
