/** A text in quotation marks, or an order or a bound. */
const PART = /"(?:\\.|[^"\\])*"?|(?:^|\s)(?:sort|limit):\S+/gis

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
