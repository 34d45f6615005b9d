/** A text in quotation marks, or an order, a bound or a ranking. */
const PART = /"(?:\\.|[^"\\])*"?|(?:^|\s)(?:sort|limit|like|about):(?:"(?:\\.|[^"\\])*"?|\S+)/gis

/** The query in order of time, the newest first, unless it says its order itself or ranks. */
export function datedQuery(query: string): string {
  const saysOrder = [...query.matchAll(PART)].some(([part]) => /^\s*(?:sort|like|about):/i.test(part))
  return saysOrder ? query : `sort:new ${query}`
}

/** Whether the server has to rank its entries (`like:`, `about:`). */
export const ranksEntries = (query: string): boolean =>
  [...query.matchAll(PART)].some(([part]) => /^\s*(?:like|about):/i.test(part))

/** `like:entry` as like the current one; it stays where there is none. */
export const likeCurrent = (query: string, entryId: string | null): string =>
  entryId === null
    ? query
    : query.replaceAll(PART, (part) => part.replace(/^(\s*like:)"?entry"?$/i, `$1${entryId}`))

/** The query with a condition more. Its order, bound and rankings stay outside the parentheses: they apply to the whole of a query. */
export function narrowQuery(query: string, condition: string): string {
  if (condition === '') return query
  const bounds: string[] = []
  const terms = query.replaceAll(PART, (part) => {
    if (part.startsWith('"')) return part
    bounds.push(part.trim())
    return ''
  })
  const narrowed = terms.trim() === '' ? [] : [`(${terms.trim()})`]
  return [...narrowed, condition, ...bounds].join(' ')
}
