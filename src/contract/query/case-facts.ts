/** The table of cases as the predicate sees it, and the predicate as an executor. */
import type { QueryAst } from './ast.ts'
import {
  CASE_INBOX,
  CASE_LIST,
  CASES_NOW,
  caseEntries,
  caseSources,
  type CaseEntry,
  type CaseSource,
} from './cases.ts'
import { entryFacts, matches, type SourceFacts } from './matches.ts'

const present = (...names: (string | undefined)[]): string[] => names.filter((name) => name !== undefined)

const factsOf = ({ title, kind, ownTitle, folder, view }: CaseSource): SourceFacts => ({
  feedNames: kind === 'inbox' ? [] : present(ownTitle, title),
  folders: present(folder),
  listNames: kind === 'listed' ? [CASE_LIST.id, CASE_LIST.title] : [],
  inboxNames: kind === 'inbox' ? [CASE_INBOX, title] : [],
  views: kind === 'inbox' ? [] : [view],
})

/** Newest first, then the higher id: the order of a timeline. */
export const newestFirst = (one: CaseEntry, other: CaseEntry): number =>
  other.publishedAt - one.publishedAt || (one.id < other.id ? 1 : -1)

/** Ids of the entries that a query selects, in its order. */
export function selectByPredicate(
  { sort, limit, ...ast }: QueryAst,
  entries: readonly CaseEntry[] = caseEntries,
): string[] {
  const found = entries
    .filter((entry) => {
      const source = entry.source === null ? null : factsOf(caseSources[entry.source])
      return matches(ast, entryFacts(entry, source), CASES_NOW)
    })
    .toSorted(newestFirst)
  const ordered = sort === 'old' ? found.toReversed() : found
  return ordered.slice(0, limit).map(({ id }) => id)
}
