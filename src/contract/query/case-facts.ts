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
import { RARE_ENTRIES, rareSince } from './rare.ts'
import { orderedParts } from './relevance.ts'

const present = (...names: (string | undefined)[]): string[] => names.filter((name) => name !== undefined)

const factsOf = (
  { title, kind, ownTitle, folder, tags = [], view }: CaseSource,
  isRare: boolean,
): SourceFacts => ({
  isRare: isRare && kind !== 'inbox',
  feedNames: kind === 'inbox' ? [] : present(ownTitle, title),
  folders: present(folder),
  tags,
  listNames: kind === 'listed' ? [CASE_LIST.id, CASE_LIST.title] : [],
  inboxNames: kind === 'inbox' ? [CASE_INBOX, title] : [],
  views: kind === 'inbox' ? [] : [view],
})

/** Newest first, then the higher id: the order of a timeline. */
const newestFirst = (one: CaseEntry, other: CaseEntry): number =>
  other.publishedAt - one.publishedAt || (one.id < other.id ? 1 : -1)

/** Ids of the entries that a query selects, in its order. */
export function selectByPredicate(ast: QueryAst, entries: readonly CaseEntry[] = caseEntries): string[] {
  const isRare = (source: CaseEntry['source']): boolean =>
    entries.filter((one) => one.source === source && one.publishedAt >= rareSince(CASES_NOW)).length <=
    RARE_ENTRIES
  const isSelected = (part: QueryAst, entry: CaseEntry): boolean => {
    const source = entry.source === null ? null : factsOf(caseSources[entry.source], isRare(entry.source))
    return matches(part, entryFacts(entry, source), CASES_NOW)
  }
  const sorted = entries.toSorted(newestFirst)
  const ordered = orderedParts(ast).flatMap((part) => sorted.filter((entry) => isSelected(part, entry)))
  return (ast.sort === 'old' ? ordered.toReversed() : ordered).slice(0, ast.limit).map(({ id }) => id)
}
