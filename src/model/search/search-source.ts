/** Searching in a source that a feature provides. */
import { attach } from 'effector'
import { soughtTexts } from '../../contract/query/ast.ts'
import { parseQuery } from '../../contract/query/parse.ts'
import { $services } from '../services.ts'
import { SearchRefusal, type SearchSource, type SourceResult } from './provided-sources.ts'

/** Timeout of a source for one search. */
const LIMIT_MS = 5000

export type SourceSearch = {
  readonly source: SearchSource
  readonly words: string
  /** Ends the search. */
  readonly signal: AbortSignal
}
/** `refused`: the text is a sentence for the user. `failed`: it is the message of an error. */
export type SourceOutcome =
  | { readonly kind: 'found'; readonly results: readonly SourceResult[] }
  | { readonly kind: 'tooSlow' }
  | { readonly kind: 'refused' | 'failed'; readonly text: string }

/** Never fails: an error of a source is its outcome. */
export const searchSourceFx = attach({
  source: $services,
  effect: async ({ clock }, { source, words, signal }: SourceSearch): Promise<SourceOutcome> => {
    const late = new AbortController()
    const ended = AbortSignal.any([signal, late.signal])
    const cancel = clock.after(LIMIT_MS, () => late.abort())
    try {
      const results = await Promise.race([source.search(words, ended), rejectedBy(ended)])
      return { kind: 'found', results }
    } catch (error) {
      if (late.signal.aborted) return { kind: 'tooSlow' }
      const kind = error instanceof SearchRefusal ? 'refused' : 'failed'
      return { kind, text: error instanceof Error ? error.message : String(error) }
    } finally {
      cancel()
    }
  },
})

function rejectedBy(signal: AbortSignal): Promise<never> {
  const ended = Promise.withResolvers<never>()
  const reject = () => ended.reject(signal.reason)
  if (signal.aborted) reject()
  else signal.addEventListener('abort', reject, { once: true })
  return ended.promise
}

/** The words of a query, without its fields: other services do not know them. */
export function searchTextOf(query: string): string {
  const parsed = parseQuery(query)
  if (!parsed.ok) return query.trim()
  return soughtTexts(parsed.ast.where).join(' ').trim()
}
