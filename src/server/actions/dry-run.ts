/** What rules would do to stored entries, without doing it. It evaluates as a run does. */
import { setImmediate as breathe } from 'node:timers/promises'
import type { Rule } from '../../contract/actions.ts'
import type { Services } from '../http/routes.ts'
import { Refusal } from '../http/refusal.ts'
import { appliedRules, storedEntries, type StoredEntry } from '../storage/actions/action-runs.ts'
import type { ConditionProblem } from '../storage/actions/rule-problems.ts'
import { rulesFrom } from './parsed.ts'
import { createConditionReader } from './plugin-conditions.ts'
import { storedApplications } from './stored.ts'
import { sourcesForRules } from './sources-for-rules.ts'

const CHUNK = 200
const CHUNK_WITH_CONTENT = 40
/** Maximum duration of a dry run, ms: a user waits for it. */
const LIMIT_MS = 30_000
const TOO_LONG = 'These rules take too long to try on so many entries: choose fewer days'

/** The entries that one rule would change. `entries`: the newest of them. */
type Touched = {
  readonly name: string
  count: number
  entries: StoredEntry[]
  opened: number
  starred: number
  applied: number
  /** Number of entries that an earlier rule also matches, by its position. */
  readonly caught: Map<number, number>
}
type DryRunOptions = {
  readonly now: number
  readonly feedId?: string | undefined
  /** Entries that were published at this time or later, ms since 1970. */
  readonly since?: number | undefined
  /** Maximum number of entries listed per rule. */
  readonly limit: number
}
export type DryRun = {
  readonly examined: number
  readonly touched: number
  readonly rules: readonly Readonly<Touched>[]
  /** Conditions of plugins that hold for no entry, because they are not known. */
  readonly unknown: readonly ConditionProblem[]
}

/** The stored entries of a user that rules would act on; per rule the newest `limit` are named. @throws Refusal unprocessable: it takes too long */
export async function dryRun(
  { storage, log, parsing, rulePlugins }: Pick<Services, 'storage' | 'log' | 'parsing' | 'rulePlugins'>,
  userId: string,
  rules: readonly Rule[],
  { now, feedId, since, limit }: DryRunOptions,
): Promise<DryRun> {
  const written = JSON.stringify(rules)
  const ready = rulesFrom(written)
  const counts = rules.map(({ name }): Touched => ({
    name,
    count: 0,
    entries: [],
    opened: 0,
    starred: 0,
    applied: 0,
    caught: new Map(),
  }))
  const sources = await sourcesForRules(storage, userId, ready, { now })
  const conditions = createConditionReader({ storage, rulePlugins, userId })
  const options = { sources, now, cause: 'run', conditions } as const
  const evaluation = { ...options, parsing, log, userId, rules: written }
  let left = LIMIT_MS
  let examined = 0
  let touched = 0
  const withContent = ready.some((rule) => rule.readsContent)
  const wanted = {
    userId,
    withContent,
    limit: withContent ? CHUNK_WITH_CONTENT : CHUNK,
    ...(feedId !== undefined && { feedId }),
    ...(since !== undefined && { since }),
  }
  for (let after = '', page = [] as StoredEntry[]; ; after = page.at(-1)?.id ?? '') {
    page = await storedEntries(storage, { ...wanted, after })
    const began = performance.now()
    const applications = await storedApplications(page, { ...evaluation, limitMs: left })
    left -= performance.now() - began
    const matched = page.flatMap((entry, at) => {
      const evaluated = applications[at]
      if (!evaluated) throw new Refusal('unprocessable', TOO_LONG)
      return evaluated.acts.length > 0 ? [{ entry, acts: evaluated.acts }] : []
    })
    const ids = matched.map(({ entry }) => entry.id)
    const applied = ids.length > 0 ? await appliedRules(storage, userId, ids) : new Map<string, Set<string>>()
    for (const { entry, acts } of matched)
      for (const { rule, position } of acts) {
        const earlier = acts.flatMap((act) => (act.position < position ? act.position : []))
        addEntry(counts[position], entry, {
          earlier,
          applied: applied.get(entry.id)?.has(rule) === true,
          limit,
        })
      }
    touched += matched.length
    examined += page.length
    if (page.length < wanted.limit) break
    await breathe()
  }
  return {
    examined,
    touched,
    rules: counts.map((one) => ({ ...one, entries: newest(one.entries, limit) })),
    unknown: conditions.unknown(),
  }
}

function addEntry(
  counted: Touched | undefined,
  entry: StoredEntry,
  { earlier, applied, limit }: { earlier: readonly number[]; applied: boolean; limit: number },
): void {
  if (!counted) return
  counted.count += 1
  if (entry.opened) counted.opened += 1
  if (entry.collected) counted.starred += 1
  if (applied) counted.applied += 1
  for (const position of earlier) counted.caught.set(position, (counted.caught.get(position) ?? 0) + 1)
  // Without their texts: only the newest entries are listed.
  counted.entries.push({ ...entry, content: null, description: null })
  if (counted.entries.length > limit * 2 + 1) counted.entries = counted.entries.slice(-limit)
}

/** Entries are read in the order of their ids, the newest last. */
const newest = (entries: readonly StoredEntry[], limit: number): StoredEntry[] =>
  limit === 0 ? [] : entries.slice(-limit).toReversed()
