import { RETENTION_RUNS, type OwnRetentionRule, ownRetentionProblem } from '../../contract/retention.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import { feedsById, visibleFeedIds } from '../storage/feeds/feeds-read.ts'
import { putRetentionRules, retentionRules, retentionRuns } from '../storage/entries/retention-rules.ts'
import { selectByRules } from '../storage/entries/retention.ts'
import { refuseUnlessAdmin } from './refuse.ts'
import { iso } from './wire-feed.ts'

/** Maximum number of feeds in a dry run. */
const NAMED = 20

/** Which entries are deleted. */
export const retentionRoutes = {
  'retention.get': async (context) => {
    const { storage, user } = context
    refuseUnlessAdmin(user)
    const { general, own } = await retentionRules(storage)
    const titleOf = await titlesOf(
      context,
      general.map(({ scope }) => scope),
    )
    const runs = await retentionRuns(storage, RETENTION_RUNS)
    return {
      data: {
        rules: general.map((rule) => ({ ...rule, title: titleOf(rule.scope) })),
        own: own.filter(({ userId }) => userId === user.id).map(({ userId: _, ...rule }) => rule),
        runs: runs.map(({ at, entries, feeds }) => ({ at: iso(at), entries, feeds })),
      },
    }
  },

  'retention.update': async ({ storage, user }, { rules, own }) => {
    refuseUnlessAdmin(user)
    if (new Set(rules.map(({ scope }) => scope)).size < rules.length)
      throw new Refusal('invalidParameter', 'Two rules have the same scope.')
    refuseUnlessValid(own)
    await putRetentionRules(storage, user.id, rules, own)
  },

  'retention.dryRun': async (context, { rules, own }) => {
    const { storage, user, now } = context
    refuseUnlessAdmin(user)
    refuseUnlessValid(own)
    const stored = (await retentionRules(storage)).own
    const ofOthers = stored.filter(({ userId }) => userId !== user.id)
    const ofUser = own?.map((rule) => ({ ...rule, userId: user.id }))
    const tried = { general: rules, own: ofUser ? [...ofOthers, ...ofUser] : stored }
    const selected = [...(await selectByRules(storage, tried, now()))].toSorted(([, a], [, b]) => b - a)
    const most = selected.slice(0, NAMED)
    const titleOf = await titlesOf(
      context,
      most.map(([feedId]) => feedId),
    )
    return {
      data: {
        entries: selected.reduce((sum, [, count]) => sum + count, 0),
        feeds: selected.length,
        most: most.map(([feedId, entries]) => ({ title: titleOf(feedId), entries })),
      },
    }
  },
} satisfies Routes

/** @throws Refusal invalidParameter for two rules of one name, and for a query that is invalid or has no bound */
function refuseUnlessValid(own: readonly OwnRetentionRule[] = []): void {
  if (new Set(own.map(({ kind, name }) => `${kind} ${name}`)).size < own.length)
    throw new Refusal('invalidParameter', 'Two rules are for the same folder or query.')
  for (const rule of own) {
    const problem = ownRetentionProblem(rule)
    if (problem !== null) throw new Refusal('invalidParameter', problem)
  }
}

/** Titles of feeds, null for those that the admin may not see. */
async function titlesOf(
  { storage, user }: Pick<RequestContext, 'storage' | 'user'>,
  feedIds: readonly string[],
): Promise<(feedId: string) => string | null> {
  const feeds = await feedsById(storage, await visibleFeedIds(storage, user.id, feedIds))
  return (feedId) => feeds.get(feedId)?.title ?? null
}
