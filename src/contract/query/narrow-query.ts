/** A text in quotation marks, or an order or a bound. */
const PART = /"(?:\\.|[^"\\])*"?|(?:^|\s)(?:sort|limit):\S+/gis

/** The query in order of time, the newest first, unless it says its order itself. */
export function datedQuery(query: string): string {
  const saysOrder = [...query.matchAll(PART)].some(([part]) => /^\s*sort:/i.test(part))
  return saysOrder ? query : `sort:new ${query}`
}

/** The query with a condition more. Its order and bound stay outside the parentheses: they apply to the whole of a query. */
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
