/** Entries that a query selects for a user, also where a plugin ranks them. */
import { CURRENT_ENTRY, nearTerms, withNear, type NearTerm, type QueryAst } from '../../contract/query/ast.ts'
import { queryErrorMessage } from '../../contract/query/errors.ts'
import { parseQuery } from '../../contract/query/parse.ts'
import type { Ranked } from '../access/plugin-rankings.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext } from '../http/routes.ts'
import { rankedEntries, rankedIds } from '../storage/timeline/ranked-entries.ts'
import {
  countMatches,
  searchCandidates,
  searchEntries,
  type Candidates,
  type FoundEntry,
  type SearchOptions,
} from '../storage/timeline/search-entries.ts'

/** Entries that a plugin ranks, of which the query's other conditions leave some. */
const MOST_NEAR = 1000
/** Entries with all words of `about:`, the best first. */
const MOST_WITH_WORDS = 200

/** A query whose rankings are answered: what it selects can be found, counted and read in pages. */
export type Selecting = {
  readonly ast: QueryAst
  /** How near entries are, by id; null: the query ranks nothing. */
  readonly near: ReadonlyMap<string, number> | null
  find(options: Omit<SearchOptions, 'candidates' | 'within'>): Promise<FoundEntry[]>
  count(options: { readonly now: number; readonly most: number }): Promise<number>
}
type Bounds = {
  readonly within: ReadonlyMap<string, unknown> | null
  readonly candidates?: Candidates | undefined
  readonly once?: boolean | undefined
}

/** @throws Refusal queryNotRanked where no plugin ranks what the query asks for, with the plugin's message */
export async function selecting(
  context: RequestContext,
  query: QueryAst,
  { within, candidates: given, once }: Bounds,
): Promise<Selecting> {
  const { storage, user, now } = context
  const terms = nearTerms(query)
  if (terms.length === 0) {
    const candidates = given ?? (await searchCandidates(storage, user.id, query, { once }))
    return {
      ast: query,
      near: null,
      find: (options) => searchEntries(storage, user.id, query, { ...options, candidates, within }),
      count: (options) => countMatches(storage, user.id, query, { ...options, candidates, within }),
    }
  }
  const near = new Map<string, number>()
  const rankings: string[][] = []
  const idsOf = new Map<string, readonly string[]>()
  for (const { ranking, value } of terms) {
    if (ranking === 'like' && value === CURRENT_ENTRY)
      throw notRanked({ plugin: null, words: { key: 'app:query.errors.noCurrentEntry' } }, 'noCurrentEntry')
    const { signal } = context
    const ranked = await context.pluginRankings.rank(user.id, { ranking, value, limit: MOST_NEAR, signal })
    if (!ranked.ok) throw notRanked(ranked)
    for (const { id, nearness } of ranked.entries) near.set(id, Math.max(near.get(id) ?? -1, nearness))
    const lists = [ranked.entries.map(({ id }) => id)]
    if (ranking === 'about') lists.push(await idsWithText(context, value, within, now()))
    rankings.push(...lists)
    idsOf.set(keyOf({ ranking, value }), [...new Set(lists.flat())])
  }
  const ast = withNear(query, (term) => ({ ...term, ids: idsOf.get(keyOf(term)) ?? [] }))
  const among = given ? { kind: 'near' as const, ranking: 'like' as const, value: '', ids: given } : null
  const bounded: QueryAst = among ? { ...ast, where: { kind: 'and', terms: [ast.where, among] } } : ast
  const parts = { rankings, within }
  return {
    ast: bounded,
    near,
    find: (options) => rankedEntries(storage, user.id, bounded, { ...options, ...parts }),
    count: async ({ most, ...options }) =>
      Math.min((await rankedIds(storage, user.id, bounded, { ...options, ...parts })).length, most),
  }
}

const keyOf = ({ ranking, value }: Pick<NearTerm, 'ranking' | 'value'>): string => `${ranking} ${value}`

/** Programs read the reason in English; the reader shows the plugin's message in the user's language. */
function notRanked(
  { plugin, words }: Omit<Extract<Ranked, { ok: false }>, 'ok'>,
  code: 'noRanking' | 'noCurrentEntry' = 'noRanking',
): Refusal {
  const reason =
    plugin === null
      ? queryErrorMessage({ code, values: words.values ?? {} })
      : `${plugin}: ${words.reason ?? words.key}`
  return new Refusal('queryNotRanked', reason, { plugin, words })
}

/** Ids of the entries with all words of a text, those with them in the title first. */
async function idsWithText(
  { storage, user }: RequestContext,
  text: string,
  within: Bounds['within'],
  now: number,
): Promise<string[]> {
  const words = [...new Set(text.split(/\s+/).filter(Boolean))].slice(0, 20)
  const [first] = words
  if (first === undefined) return []
  const terms = words.map((word) => ({ kind: 'text', field: 'any', text: word }) as const)
  const ast: QueryAst = {
    where: terms.length === 1 ? { kind: 'text', field: 'any', text: first } : { kind: 'and', terms },
  }
  const candidates = await searchCandidates(storage, user.id, ast)
  const options = { candidates, within, now, after: null, limit: MOST_WITH_WORDS }
  return (await searchEntries(storage, user.id, ast, options)).map(({ row }) => row.id)
}

/** @throws Refusal invalidParameter with the position of the error */
export function parsedQuery(text: string): QueryAst {
  const parsed = parseQuery(text)
  if (parsed.ok) return parsed.ast
  const { error } = parsed
  throw new Refusal('invalidParameter', queryErrorMessage(error), { position: error.position })
}
