/** Evaluates the rules of a feed's subscribers on new entries before they are stored. */
import { setImmediate as breathe } from 'node:timers/promises'
import type { ParsedEntry } from '../feeds/parsed-feed.ts'
import type { Log } from '../log.ts'
import { knownGuids, readersWithRules, type ReaderWithRules } from '../storage/actions.ts'
import { addressOfFeed } from '../storage/feed-requests.ts'
import type { Storage } from '../storage/open.ts'
import type { FeedRow } from '../storage/schema.ts'
import type { EntryActs } from './act.ts'
import { rulesFrom } from './parsed.ts'
import { createConditionReader } from './plugin-conditions.ts'
import { ruleInputOf, type EntryPosition, type RuleInput } from './rule-input.ts'
import type { RulePlugins } from './rule-plugins.ts'
import type { Cause, ReadyRule } from './rules.ts'
import { sourcesForRules } from './sources-for-rules.ts'

/** The result of a rule for an entry. */
export type RuleApplication = Pick<EntryActs['acts'][number], 'rule' | 'name' | 'position' | 'result'>
export type RuleResult = {
  readonly guid: string
  readonly userId: string
  readonly view: number
  readonly acts: readonly RuleApplication[]
}

/** Time limit for the rules of one user per document, ms; patterns are linear, but texts are many. */
const PATIENCE_MS = 3000
/** Longest time without yielding to the event loop. */
const TURN_MS = 20

type EvaluationParts = {
  readonly storage: Storage
  readonly log: Log
  readonly now: () => number
  readonly rulePlugins: RulePlugins
}

/** Runs before the storing transaction, so that no rule blocks the database. @returns nothing for entries that are stored already */
export async function evaluateRules(
  { storage, log, now, rulePlugins }: EvaluationParts,
  feed: FeedRow,
  drafts: readonly ParsedEntry[],
): Promise<RuleResult[]> {
  if (drafts.length === 0) return []
  const readers = await readersWithRules(storage, feed.id)
  if (readers.length === 0) return []
  const existing = await knownGuids(
    storage,
    feed.id,
    drafts.map(({ guid }) => guid),
  )
  const fresh = drafts.filter(({ guid }) => !existing.has(guid))
  const verdicts: RuleResult[] = []
  let turn = performance.now()
  for (const reader of readers) {
    let spent = 0
    const rules = rulesFrom(reader.rules)
    const position = positionOf(feed, reader)
    const query = { source: await sourceOf(storage, rules, reader.userId, feed.id, now()), now: now() }
    const inputOf = (draft: ParsedEntry) => ruleInputOf(draft, position, query)
    const inputs = rules.some(({ asksPlugins }) => asksPlugins) ? fresh.map(inputOf) : null
    if (inputs) {
      const conditions = createConditionReader({ storage, rulePlugins, userId: reader.userId })
      await conditions.read(rules, inputs, 'arrival')
      await conditions.record()
      turn = performance.now()
    }
    for (const [at, draft] of fresh.entries()) {
      const began = performance.now()
      const acts = applicationsOf(rules, inputs?.[at] ?? inputOf(draft), 'arrival')
      if (acts.length > 0) verdicts.push({ guid: draft.guid, userId: reader.userId, view: reader.view, acts })
      spent += performance.now() - began
      if (spent > PATIENCE_MS) {
        log.warn('The rules of a user took too long and were skipped', {
          userId: reader.userId,
          feedId: feed.id,
        })
        break
      }
      if (performance.now() - turn > TURN_MS) {
        await breathe()
        turn = performance.now()
      }
    }
  }
  return verdicts
}

/** The results of the rules for one entry, in order. Conditions of plugins hold as `facts.plugins` says. */
export function applicationsOf(
  rules: readonly ReadyRule[],
  facts: RuleInput,
  cause: Cause,
): RuleApplication[] {
  return rules.flatMap((rule) => {
    const result = rule.resultFor(facts, cause)
    return result === null ? [] : [{ rule: rule.id, name: rule.name, position: rule.position, result }]
  })
}

/** The names of a feed for the conditions that ask for them; looked up only where there is one. */
async function sourceOf(
  storage: Storage,
  rules: readonly ReadyRule[],
  userId: string,
  feedId: string,
  now: number,
) {
  return (await sourcesForRules(storage, userId, rules, { now, feedId })).get(feedId) ?? null
}

const positionOf = (feed: FeedRow, { view, category, title }: ReaderWithRules): EntryPosition => ({
  view,
  category,
  feedTitle: title ?? feed.title,
  siteUrl: feed.siteUrl,
  feedUrl: addressOfFeed(feed.url),
})
