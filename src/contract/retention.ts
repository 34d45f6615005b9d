import { z } from 'zod'
import type { Call } from './call.ts'
import { done, envelope, isoTime } from './shapes.ts'
import { parseCondition } from './query/parse-condition.ts'

/** The scope of the rule for all feeds that have none of their own. */
export const ALL_FEEDS = 'all'
/** Runs that are listed. */
export const RETENTION_RUNS = 20

/** Which entries are deleted: older ones, and those beyond a number of the feed's newest. null: no bound. */
export const retentionRule = z.object({
  /** `all`, or the id of a feed. */
  scope: z.string(),
  /** Since the entry was published, and since it was stored here. */
  maxAgeDays: z.number().int().min(1).max(36_500).nullable(),
  maxEntries: z.number().int().min(10).max(1_000_000).nullable(),
})
export type RetentionRule = z.output<typeof retentionRule>

/**
 * An admin's own rule: for each feed of one of their folders, or for what a query of theirs selects of each feed. The rule of a
 * folder replaces the one for all feeds; that of a feed replaces both. Entries are shared: one is deleted
 * when every follower of its feed releases it, by own rules or by those for feeds.
 */
export const ownRetentionRule = retentionRule.omit({ scope: true }).extend({
  kind: z.enum(['folder', 'query']),
  /** The name of the folder; or the query, without order and limit, whose rule has a bound. */
  name: z.string().min(1).max(1000),
})
export type OwnRetentionRule = z.output<typeof ownRetentionRule>

const rules = z.array(retentionRule).max(1000)
/** Own rules of one admin. */
export const MAX_OWN_RULES = 200
const own = z.array(ownRetentionRule).max(MAX_OWN_RULES)
/** `title`: null for a private feed of other users, which counts all the same. */
const feedTitle = z.string().nullable()

export const retentionCalls = {
  'retention.get': {
    input: z.object({}),
    output: envelope(
      z.object({
        rules: z.array(retentionRule.extend({ title: feedTitle })),
        /** Those of the admin who reads this. */
        own,
        /** Newest first. */
        runs: z.array(z.object({ at: isoTime, entries: z.number(), feeds: z.number() })),
      }),
    ),
  },
  /** Replaces all rules, and with `own` the admin's own. They apply with the next run, once a day. */
  'retention.update': { broadcast: false, input: z.object({ rules, own: own.optional() }), output: done },
  /** What a run with these rules would delete now; without `own`, with the admin's own ones as they are. Entries that any user has starred, labelled, highlighted or noted are never deleted. */
  'retention.dryRun': {
    broadcast: false,
    input: z.object({ rules, own: own.optional() }),
    output: envelope(
      z.object({
        entries: z.number(),
        feeds: z.number(),
        /** The twenty feeds that would lose the most. */
        most: z.array(z.object({ title: feedTitle, entries: z.number() })),
      }),
    ),
  },
} as const satisfies Record<string, Call>

/** Why an admin's own rule cannot be used, as a sentence: its query cannot be read, or has no bound. */
export function ownRetentionProblem({ kind, name, maxAgeDays, maxEntries }: OwnRetentionRule): string | null {
  if (kind !== 'query') return null
  const query = parseCondition(name)
  if (typeof query === 'string') return query
  return maxAgeDays === null && maxEntries === null
    ? 'A rule for a query needs an age or a number of entries.'
    : null
}
