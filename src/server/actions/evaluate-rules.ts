/** Evaluates the rules of a feed's subscribers on new entries before they are stored. */
import type { ParsedEntry } from '../feeds/parsed-feed.ts'
import type { Log } from '../log.ts'
import type { Parsing } from '../parsing/parsing.ts'
import { knownGuids, readersWithRules, type ReaderWithRules } from '../storage/actions/actions.ts'
import { addressOfFeed } from '../storage/feeds/feed-requests.ts'
import type { Storage } from '../storage/open.ts'
import type { FeedRow } from '../storage/schema.ts'
import type { StoredSecrets } from '../storage/engine/stored-secrets.ts'
import { evaluate } from './evaluate.ts'
import type { RuleApplication } from './evaluate-one.ts'
import { rulesFrom } from './parsed.ts'
import { createConditionReader } from './plugin-conditions.ts'
import type { EntryPosition } from './rule-input.ts'
import type { RulePlugins } from './rule-plugins.ts'
import type { ReadyRule } from './rules.ts'
import { sourcesForRules } from './sources-for-rules.ts'
import { openRulesText } from './webhook-addresses.ts'

export type RuleResult = {
  readonly guid: string
  readonly userId: string
  readonly view: number
  readonly acts: readonly RuleApplication[]
}

/** Time limit for the rules of one user per document, ms; patterns are linear, but texts are many. */
const LIMIT_MS = 3000

type EvaluationParts = {
  readonly storage: Storage
  readonly log: Log
  readonly now: () => number
  readonly parsing: Pick<Parsing, 'inTurnOf'>
  readonly rulePlugins: RulePlugins
  readonly secrets: Pick<StoredSecrets, 'open'>
}

/** Runs before the storing transaction, so that no rule blocks the database. @returns nothing for entries that are stored already */
export async function evaluateRules(
  { storage, log, now, parsing, rulePlugins, secrets }: EvaluationParts,
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
  for (const { userId, view, ...reader } of readers) {
    const written = openRulesText(reader.rules, secrets)
    const rules = rulesFrom(written)
    const position = positionOf(feed, { ...reader, view })
    const query = { source: await sourceOf(storage, rules, userId, feed.id, now()), now: now() }
    const evaluation = {
      parsing: parsing.inTurnOf(userId),
      log,
      userId,
      rules: written,
      cause: 'arrival',
      limitMs: LIMIT_MS,
    } as const
    const subjects = fresh.map((entry) => ({ entry, position, query }))
    const conditions = createConditionReader({ storage, rulePlugins, userId })
    const results = await evaluate(evaluation, await conditions.read(evaluation, subjects))
    await conditions.record()
    for (const [at, { guid }] of fresh.entries()) {
      const { acts = [] } = results[at] ?? {}
      if (acts.length > 0) verdicts.push({ guid, userId, view, acts })
    }
  }
  return verdicts
}

/** The names of a feed for conditions that need them; looked up only where there is one. */
async function sourceOf(
  storage: Storage,
  rules: readonly ReadyRule[],
  userId: string,
  feedId: string,
  now: number,
) {
  return (await sourcesForRules(storage, userId, rules, { now, feedId })).get(feedId) ?? null
}

const positionOf = (
  feed: FeedRow,
  { view, category, title }: Pick<ReaderWithRules, 'view' | 'category' | 'title'>,
): EntryPosition => ({
  view,
  category,
  feedTitle: title ?? feed.title,
  siteUrl: feed.siteUrl,
  feedUrl: addressOfFeed(feed.url),
})
