import { RETENTION_RUNS } from '../../contract/retention.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import { feedsById, visibleFeedIds } from '../storage/feeds-read.ts'
import { putRetentionRules, retentionRules, retentionRuns, selectByRules } from '../storage/retention.ts'
import { refuseUnlessAdmin } from './admins.ts'
import { iso } from './wire-feed.ts'

/** Feeds that a dry run names. */
const NAMED = 20

/** Which entries are deleted. */
export const retentionRoutes = {
  'retention.get': async (context) => {
    const { storage, user } = context
    refuseUnlessAdmin(user)
    const rules = await retentionRules(storage)
    const titleOf = await titlesOf(
      context,
      rules.map(({ scope }) => scope),
    )
    const runs = await retentionRuns(storage, RETENTION_RUNS)
    return {
      code: 0,
      data: {
        rules: rules.map((rule) => ({ ...rule, title: titleOf(rule.scope) })),
        runs: runs.map(({ at, entries, feeds }) => ({ at: iso(at), entries, feeds })),
      },
    }
  },

  'retention.update': async ({ storage, user }, { rules }) => {
    refuseUnlessAdmin(user)
    if (new Set(rules.map(({ scope }) => scope)).size < rules.length)
      throw new Refusal('invalidParameter', 'Two rules have the same scope.')
    await putRetentionRules(storage, rules)
    return { code: 0 }
  },

  'retention.dryRun': async (context, { rules }) => {
    const { storage, user, now } = context
    refuseUnlessAdmin(user)
    const selected = [...(await selectByRules(storage, rules, now()))].toSorted(([, a], [, b]) => b - a)
    const most = selected.slice(0, NAMED)
    const titleOf = await titlesOf(
      context,
      most.map(([feedId]) => feedId),
    )
    return {
      code: 0,
      data: {
        entries: selected.reduce((sum, [, count]) => sum + count, 0),
        feeds: selected.length,
        most: most.map(([feedId, entries]) => ({ title: titleOf(feedId), entries })),
      },
    }
  },
} satisfies Routes

/** Titles of feeds, null for those that the admin may not see. */
async function titlesOf(
  { storage, user }: Pick<RequestContext, 'storage' | 'user'>,
  feedIds: readonly string[],
): Promise<(feedId: string) => string | null> {
  const feeds = await feedsById(storage, await visibleFeedIds(storage, user.id, feedIds))
  return (feedId) => feeds.get(feedId)?.title ?? null
}
