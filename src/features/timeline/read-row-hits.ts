/** What rows of a search show of what was looked for. */
import { soughtTexts } from '../../contract/query/ast.ts'
import { ranksEntries } from '../../contract/query/narrow-query.ts'
import { parseQuery } from '../../contract/query/parse.ts'
import type { Snippet } from '../../contract/query/snippet.ts'
import { nearnessOf } from '../../model/search/rankings.ts'
import type { Services } from '../../model/services.ts'

export type RowHits = {
  /** In lower case. */
  readonly words: readonly string[]
  /** The part of the text that has them; absent where the text has none. */
  readonly snippet?: Snippet
  /** How near the entry is to what a ranked query asks for, 1 at most. */
  readonly near?: number
}

/** What was found for a query so far, by the id of the entry. */
export type FoundHits = {
  readonly query: string
  readonly rows: ReadonlyMap<string, RowHits | undefined>
}

/** @returns nothing for a query that neither looks for words nor ranks */
export async function readRowHits(
  { call }: Pick<Services['local'], 'call'>,
  query: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RowHits>> {
  const parsed = parseQuery(query)
  const words = parsed.ok
    ? soughtTexts(parsed.ast.where, ['any', 'title']).map((word) => word.toLowerCase())
    : []
  const near = ranksEntries(query) ? await nearnessOf({ call }, query) : null
  if (words.length === 0 && near === null) return new Map()
  const snippets = words.length === 0 ? {} : await call('entries.snippets', { select: query, ids })
  return new Map(
    ids.map((id) => {
      const [snippet, nearness] = [snippets[id], near?.get(id)]
      return [id, { words, ...(snippet && { snippet }), ...(nearness !== undefined && { near: nearness }) }]
    }),
  )
}
