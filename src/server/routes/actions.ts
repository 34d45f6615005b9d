import { setImmediate as breathe } from 'node:timers/promises'
import type { z } from 'zod'
import type { actionRun, actionsCalls, Rule, ruleAct } from '../../contract/actions.ts'
import { MAX_REWRITE_TEXT, MAX_RULES_TEXT } from '../../contract/limits.ts'
import type { ActionResult } from '../../contract/shapes.ts'
import { dryRun, type DryRun } from '../actions/dry-run.ts'
import { boundedRewrites } from '../actions/rewrite.ts'
import { createRuleBudget } from '../actions/rule-budget.ts'
import { digest, faultOf, readyRules } from '../actions/rules.ts'
import { newSecret } from '../actions/webhooks.ts'
import { RUN_QUEUE, undoRun, type RunJob } from '../actions/stored.ts'
import { openResult, openRules, sealRules } from '../actions/webhook-addresses.ts'
import { madeBefore, noteMade } from '../http/made.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import type { PluginText } from '../../plugin-api/manifest.ts'
import { enqueue } from '../jobs/jobs.ts'
import { insertRun, runsOf } from '../storage/actions/action-runs.ts'
import {
  actionsOf,
  applicationsOfUser,
  deliveriesOf,
  hiddenEntries,
  putActions,
  putSecret,
  secretOf,
} from '../storage/actions/actions.ts'
import type { ActionRunRow, RuleActRow } from '../storage/schema.ts'
import type { StoredSecrets } from '../storage/engine/stored-secrets.ts'
import { limits } from './limits.ts'
import { iso } from './wire-feed.ts'

/** Maximum of applications, deliveries and runs in a list. */
const LISTED = 100
const NAMED = 100

/** Rules that act on new entries. */
export const actionsRoutes = {
  'actions.get': async ({ user, storage, secrets }) => {
    const row = await actionsOf(storage, user.id)
    if (!row) return {}
    const times = { createdAt: iso(row.createdAt), updatedAt: iso(row.updatedAt) }
    return { data: { userId: user.id, rules: openRules(row.rules, secrets), ...times } }
  },

  'actions.put': async (context, { rules }) => {
    await saveRules(context, rules)
  },

  'actions.dryRun': async (context, { rules, feedId, days, limit = NAMED }) => {
    const tried = await rulesOrSaved(context, rules)
    const { user } = context
    const now = context.now()
    const options = { now, feedId, since: sinceOf(days, now), limit }
    return { data: toDryRun(await dryRun(context, user.id, tried, options)) }
  },

  'actions.run': async (context, { rules: given, days }) => {
    const { storage, user, now, newId, secrets, room } = context
    const before = await madeBefore(context, 'actions.run')
    if (before !== null) return { data: { run: before } }
    const tried = await rulesOrSaved(context, given)
    const id = newId()
    const rules = sealRules(tried, secrets)
    if (!(await room.take(user.id, rules.length))) throw new Refusal('accountFull')
    const row = { id, userId: user.id, rules, reached: '', examined: 0, touched: 0 }
    await storage.db.transaction().execute(async (db) => {
      await insertRun({ ...storage, db }, { ...row, state: 'running', createdAt: now() })
      const since = sinceOf(days, now())
      const job: RunJob = { run: id, ...(since !== undefined && { since }) }
      await enqueue({ ...storage, db }, RUN_QUEUE, id, job, now(), user.id)
      await noteMade(db, context, { call: 'actions.run', id })
    })
    return { data: { run: id } }
  },

  'actions.runs': async ({ user, storage }) => ({
    data: (await runsOf(storage, user.id, LISTED)).map(toRun),
  }),

  'actions.undoRun': async ({ user, storage }, { run }) => {
    const untouched = await undoRun(storage, user.id, run)
    if (untouched === null) throw new Refusal('notFound', 'There is no such run.')
    return { data: { untouched } }
  },

  'actions.acts': async (context, { entryId }) => {
    const rows = await applicationsOfUser(context.storage, context.user.id, entryId, LISTED)
    const saved = rows.length > 0 ? await rulesOrSaved(context, undefined) : []
    return { data: rows.map((row) => toAct(row, saved, context.secrets)) }
  },

  'actions.hidden': async ({ user, storage }) => ({
    data: (await hiddenEntries(storage, user.id, LISTED)).map(({ rules, publishedAt, ...entry }) => ({
      ...entry,
      rules: [...rules],
      publishedAt: iso(publishedAt),
    })),
  }),

  'actions.deliveries': async ({ user, storage, secrets }) => {
    const rows = await deliveriesOf(storage, user.id, LISTED)
    return {
      data: rows.map(({ userId: _own, url, words, createdAt, updatedAt, ...row }) => ({
        ...row,
        url: secrets.open(url) ?? '',
        words: words === null ? null : (JSON.parse(words) as PluginText),
        createdAt: iso(createdAt),
        updatedAt: iso(updatedAt),
      })),
    }
  },

  'actions.webhookSecret': async ({ user, storage, secrets }) => {
    const stored = await secretOf(storage, user.id)
    return { data: { secret: stored === null ? null : secrets.open(stored) } }
  },

  'actions.renewWebhookSecret': async ({ user, storage, secrets }) => {
    if ((await secretOf(storage, user.id)) === null)
      throw new Refusal('notFound', 'There are no rules, so nothing is signed yet.')
    const secret = newSecret()
    await putSecret(storage, user.id, secrets.close(secret))
    return { data: { secret } }
  },
} satisfies Routes

/** Replaces a user's rules. @throws Refusal actionLimit, unprocessable where one is faulty */
export async function saveRules(context: RequestContext, rules: readonly Rule[]): Promise<void> {
  await refuseFaulty(context, rules)
  const at = context.now()
  await putActions(context.storage, {
    userId: context.user.id,
    rules: sealRules(rules, context.secrets),
    watchesStatus: readyRules(rules).some(({ watchesStatus }) => watchesStatus) ? 1 : 0,
    secret: context.secrets.close(newSecret()),
    createdAt: at,
    updatedAt: at,
  })
}

async function rulesOrSaved(
  context: RequestContext,
  rules: readonly Rule[] | undefined,
): Promise<readonly Rule[]> {
  if (rules) {
    await refuseFaulty(context, rules)
    return rules
  }
  const saved = await actionsOf(context.storage, context.user.id)
  return saved ? openRules(saved.rules, context.secrets) : []
}

/** A disabled rule may be incomplete; all others have to be complete. */
async function refuseFaulty({ outbound }: RequestContext, rules: readonly Rule[]): Promise<void> {
  if (rules.length > limits.MAX_ACTIONS)
    throw new Refusal('actionLimit', `At most ${limits.MAX_ACTIONS} rules.`)
  const rewrites = rules.flatMap(({ result }) => result.rewriteRules ?? [])
  if (boundedRewrites(rewrites) !== rewrites)
    throw new Refusal('actionLimit', `At most ${MAX_REWRITE_TEXT} characters of rewrites in all rules.`)
  if (JSON.stringify(rules).length > MAX_RULES_TEXT)
    throw new Refusal('actionLimit', `At most ${MAX_RULES_TEXT} characters in all rules.`)
  const budget = createRuleBudget()
  for (const [index, rule] of rules.entries()) {
    const name = rule.name || `Rule ${index + 1}`
    const fault = rule.result.disabled ? null : faultOf(rule, budget)
    // Each is compiled.
    await breathe()
    if (fault) throw new Refusal('unprocessable', `${name}: ${fault}`)
    const webhooks = rule.result.webhooks ?? []
    if (webhooks.length > limits.MAX_WEBHOOKS_PER_ACTION)
      throw new Refusal('actionLimit', `${name}: at most ${limits.MAX_WEBHOOKS_PER_ACTION} webhooks.`)
    for (const url of webhooks) {
      const refused = await outbound.refusal(url)
      if (refused) throw new Refusal('unprocessable', `${name}: ${refused.message}`)
    }
  }
}

const DAY_MS = 86_400_000
const sinceOf = (days: number | undefined, now: number): number | undefined =>
  days === undefined ? undefined : now - days * DAY_MS

type WireDryRun = z.output<(typeof actionsCalls)['actions.dryRun']['output']>['data']

function toDryRun({ rules, unknown, ...counts }: DryRun): WireDryRun {
  return {
    ...counts,
    unknown: [...unknown],
    rules: rules.map(({ entries, caught, ...rule }) => ({
      ...rule,
      entryIds: entries.map(({ id }) => id),
      entries: entries.map(({ id, title, url, feedId, feedTitle, publishedAt }) => ({
        id,
        title,
        url,
        feedId,
        feedTitle,
        publishedAt: iso(publishedAt),
      })),
      caught: [...caught].map(([position, count]) => ({ position, count })),
    })),
  }
}

function toRun(row: ActionRunRow): z.output<typeof actionRun> {
  const { id, state, examined, touched } = row
  const names = (JSON.parse(row.rules) as Rule[]).map(({ name }) => name)
  return { id, names, state, examined, touched, createdAt: iso(row.createdAt) }
}

/** An edited rule is found by its name, if that is the only one. */
function positionOf({ rule, name }: RuleActRow, saved: readonly Rule[]): number | null {
  const same = saved.findIndex((one) => digest(one) === rule)
  if (same !== -1) return same
  const named = saved.flatMap((one, index) => (one.name === name && name !== '' ? index : []))
  return named.length === 1 ? (named[0] ?? null) : null
}

function toAct(row: RuleActRow, saved: readonly Rule[], secrets: StoredSecrets): z.output<typeof ruleAct> {
  const { entryId, name, cause, result, at } = row
  return {
    entryId,
    name,
    position: positionOf(row, saved),
    cause,
    result: openResult(JSON.parse(result) as ActionResult, secrets),
    at: iso(at),
  }
}
