/** Which entries that the server has found may have the words of a query in their transcripts alone. */
import { searchesTranscripts, soughtTexts, type QueryAst } from '../../contract/query/ast.ts'
import { foldText } from '../../contract/query/fold-text.ts'
import type { EntryCore } from '../../contract/shapes.ts'

type Found = Pick<EntryCore, 'title' | 'description' | 'extra'>

/** The entry names a transcript, and a query for transcripts or for words that its title and description lack has found it. */
export function isSpoken(entry: Found, ast: QueryAst): boolean {
  if (searchesTranscripts(ast)) return true
  if ((entry.extra?.podcast?.transcripts ?? []).length === 0) return false
  // Markup of a description may cut a word: then a transcript is requested that was not needed.
  const known = foldText(`${entry.title ?? ''}\n${entry.description ?? ''}`)
  return soughtTexts(ast.where).some((text) => !known.includes(foldText(text)))
}
