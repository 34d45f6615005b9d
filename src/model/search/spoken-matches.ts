/** Which entries that the server has found may have the words of a query in their transcripts alone. */
import { searchesTranscripts, soughtTexts, type QueryAst } from '../../contract/query/ast.ts'
import { foldText, searchTexts } from '../../contract/query/fold-text.ts'
import type { EntryCore } from '../../contract/shapes.ts'

type Found = Pick<EntryCore, 'title' | 'author' | 'description' | 'extra'>

/** The entry names a transcript, and a query for transcripts or for words that its title and description lack has found it. */
export function isSpoken(entry: Found, ast: QueryAst): boolean {
  if (searchesTranscripts(ast)) return true
  if ((entry.extra?.podcast?.transcripts ?? []).length === 0) return false
  const { title, body } = searchTexts({ ...entry, content: null })
  return soughtTexts(ast.where).some((text) => {
    const word = foldText(text)
    return !title.includes(word) && !body.includes(word)
  })
}
