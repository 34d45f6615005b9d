/** What rows of a search show of what was looked for. */
import { soughtTexts } from '../../contract/query/ast.ts'
import { parseQuery } from '../../contract/query/parse.ts'
import type { Snippet } from '../../contract/query/snippet.ts'
import type { Services } from '../../model/services.ts'

export type RowHits = {
  /** In lower case. */
  readonly words: readonly string[]
  /** The part of the text that has them; absent where the text has none. */
  readonly snippet?: Snippet
}

/** What was found for a query so far, by the id of the entry. */
export type FoundHits = {
  readonly query: string
  readonly rows: ReadonlyMap<string, RowHits | undefined>
}

/** @returns nothing for a query that looks for no words */
export async function readRowHits(
  { call }: Pick<Services['local'], 'call'>,
  query: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RowHits>> {
  const parsed = parseQuery(query)
  const words = parsed.ok
    ? soughtTexts(parsed.ast.where, ['any', 'title']).map((word) => word.toLowerCase())
    : []
  if (words.length === 0) return new Map()
  const snippets = await call('entries.snippets', { select: query, ids })
  return new Map(
    ids.map((id) => {
      const snippet = snippets[id]
      return [id, { words, ...(snippet && { snippet }) }]
    }),
  )
}
