/** What the server has ranked for the last queries, which follow.db cannot: stored there, in order, with how near each entry is. */
import { rankedQuery, RANKINGS, rankingsIn, type Ranking } from '../../contract/query/rankings.ts'
import type { Services } from '../services.ts'

/** Queries whose order is stored. */
const MAX_RANKINGS = 30

type Local = Pick<Services['local'], 'call'>

/** @param ranking.onward its entries follow those that are stored */
export async function storeRanking(
  { call }: Local,
  { query, entries, onward }: Ranking & { readonly onward: boolean },
): Promise<void> {
  const key = rankedQuery(query)
  const stored = rankingsIn(await call('meta.get', RANKINGS))
  const before = onward ? (stored.find((one) => one.query === key)?.entries ?? []) : []
  const others = stored.filter((one) => one.query !== key)
  const value = [...others, { query: key, entries: [...before, ...entries] }].slice(-MAX_RANKINGS)
  await call('meta.set', { key: RANKINGS, value })
}

/** How near each entry of a query is; empty for one that the server has not ranked. */
export async function nearnessOf({ call }: Local, query: string): Promise<ReadonlyMap<string, number>> {
  const key = rankedQuery(query)
  const { entries = [] } = rankingsIn(await call('meta.get', RANKINGS)).find((one) => one.query === key) ?? {}
  return new Map(entries.flatMap(([id, near]) => (near === null ? [] : [[id, near]])))
}
