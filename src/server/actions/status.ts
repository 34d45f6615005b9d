/** Evaluates status-dependent rules when a user reads or stars entries. */
import { setImmediate as breathe } from 'node:timers/promises'
import type { Services } from '../http/routes.ts'
import { enqueue, type Job } from '../jobs/jobs.ts'
import type { Queues } from '../jobs/runner.ts'
import { entriesOfBatch, storedEntries } from '../storage/actions/action-runs.ts'
import { actionsOf } from '../storage/actions/actions.ts'
import { isDisabled } from '../storage/accounts/users.ts'
import { storeActs } from './act.ts'
import { storedApplications } from './stored.ts'
import { sourcesForRules } from './sources-for-rules.ts'
import { rulesFrom } from './parsed.ts'
import { createConditionReader } from './plugin-conditions.ts'
import { openRulesText } from './webhook-addresses.ts'

const QUEUE = 'status-rules'
const CHUNK = 200
const CHUNK_WITH_CONTENT = 40

type Marked = {
  readonly userId: string
  readonly cause: 'read' | 'collected'
  /** The entries, or the mark-all batch. */
  readonly entryIds?: readonly string[]
  readonly batch?: string
}
type StatusServices = Pick<Services, 'storage' | 'now' | 'newId'>
type StatusQueueServices = StatusServices & Pick<Services, 'log' | 'parsing' | 'rulePlugins' | 'secrets'>

/** Called after a mark; costs one row lookup for users without such a rule. */
export async function noticeStatus({ storage, now, newId }: StatusServices, marked: Marked): Promise<void> {
  const actions = await actionsOf(storage, marked.userId)
  if (actions?.watchesStatus !== 1) return
  await enqueue(storage, QUEUE, newId(), marked, now(), marked.userId)
}

export const statusQueue = (services: StatusQueueServices): Queues => ({
  [QUEUE]: { concurrency: 2, run: (job) => act(services, job) },
})

async function act(
  { storage, log, now, newId, parsing, rulePlugins, secrets }: StatusQueueServices,
  job: Job,
): Promise<void> {
  const { userId, cause, entryIds, batch } = job.payload as Marked
  const actions = await actionsOf(storage, userId)
  if (!actions || (await isDisabled(storage, userId))) return
  const written = openRulesText(actions.rules, secrets)
  const rules = rulesFrom(written).filter(({ watchesStatus }) => watchesStatus)
  const ids = entryIds ?? (batch === undefined ? [] : await entriesOfBatch(storage, userId, batch))
  const withContent = rules.some(({ readsContent }) => readsContent)
  const sources = await sourcesForRules(storage, userId, rules, { now: now() })
  const mine = parsing.inTurnOf(userId)
  const conditions = createConditionReader({ storage, rulePlugins, userId })
  const chunk = withContent ? CHUNK_WITH_CONTENT : CHUNK
  for (let at = 0; at < ids.length; at += chunk) {
    const page = ids.slice(at, at + chunk)
    const entries = await storedEntries(storage, { userId, ids: page, withContent, limit: chunk })
    const options = {
      sources,
      now: now(),
      cause,
      conditions,
      parsing: mine,
      log,
      userId,
      rules: written,
    }
    const applications = await storedApplications(entries, options)
    const list = entries.map((entry, index) => {
      const { acts = [] } = applications[index] ?? {}
      return { userId, entryId: entry.id, view: entry.view, cause, run: null, acts }
    })
    const holding = list.filter(({ acts }) => acts.length > 0)
    if (holding.length > 0)
      await storage.db
        .transaction()
        .execute((db) => storeActs(db, holding, { kind: storage.kind, now: now(), newId, secrets }))
    await breathe()
  }
  await conditions.record()
}
