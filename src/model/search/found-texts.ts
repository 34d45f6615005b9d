/** What the server has searched and follow.db lacks: texts and transcripts of the entries that a query found. */
import { searchesTranscripts, soughtTexts, type QueryAst } from '../../contract/query/ast.ts'
import { foldText } from '../../contract/query/fold-text.ts'
import type { EntryCore } from '../../contract/shapes.ts'
import { fetchMissingContents } from '../entries/fetch-missing-contents.ts'
import type { Services } from '../services.ts'

type Found = Pick<EntryCore, 'id' | 'title' | 'description' | 'extra'>

/** Stores what may have the words of the query. @returns ids of the entries that have more now */
export async function storeFoundTexts(
  services: Services,
  found: readonly Found[],
  ast: QueryAst,
): Promise<readonly string[]> {
  const sought = soughtTexts(ast.where).map(foldText)
  const hidden = found.filter((entry) => {
    // Markup of a description may cut a word: then a text is requested that was not needed.
    const known = foldText(`${entry.title ?? ''}\n${entry.description ?? ''}`)
    return sought.some((text) => !known.includes(text))
  })
  const spoken = searchesTranscripts(ast)
    ? found
    : hidden.filter(({ extra }) => (extra?.podcast?.transcripts ?? []).length > 0)
  const missing =
    hidden.length === 0
      ? []
      : await services.local.call(
          'entries.withoutContent',
          hidden.map(({ id }) => id),
        )
  if (missing.length > 0)
    await fetchMissingContents(services, missing, new AbortController().signal).catch(() => {})
  return [...missing, ...(await storeTranscripts(services, spoken))]
}

/** @returns ids of new ones */
async function storeTranscripts(
  { api, local, clock }: Services,
  found: readonly Found[],
): Promise<readonly string[]> {
  const added: string[] = []
  if (found.length === 0) return added
  const ids = found.map(({ id }) => id)
  for (const entryId of await local.call('episodes.withoutTranscript', ids)) {
    const response = await api.entries.transcript({ id: entryId }).catch(() => null)
    if (!response?.data) continue
    await local.call('episodes.put', { entryId, at: clock.now(), transcript: response.data })
    added.push(entryId)
  }
  return added
}
