/** Runs of rules over stored entries, and their undo. */
import { setImmediate as breathe } from 'node:timers/promises'
import type { Services } from '../http/routes.ts'
import type { Job } from '../jobs/jobs.ts'
import type { Queues } from '../jobs/runner.ts'
import {
  actsOfRun,
  markUndone,
  moveRun,
  runById,
  storedEntries,
  undoApplication,
  type StoredEntry,
} from '../storage/actions/action-runs.ts'
import { putResult, removeResult, resultsOf } from '../storage/actions/actions.ts'
import type { Storage } from '../storage/open.ts'
import { storeActs, merged } from './act.ts'
import { rulesFrom } from './parsed.ts'
import { createConditionReader, type ConditionReader } from './plugin-conditions.ts'
import type { SourceFacts } from '../../contract/query/matches.ts'
import { evaluate, type Evaluation } from './evaluate.ts'
import type { Evaluated } from './evaluate-one.ts'
import { sourcesForRules } from './sources-for-rules.ts'
import { openRulesText } from './webhook-addresses.ts'

export const RUN_QUEUE = 'run-rules'
const CHUNK = 200
const CHUNK_WITH_CONTENT = 40

/** The job of a run. `since`: entries that were published earlier are unchanged, ms since 1970. */
export type RunJob = { readonly run: string; readonly since?: number }

type RunServices = Pick<Services, 'storage' | 'log' | 'now' | 'newId' | 'parsing' | 'rulePlugins' | 'secrets'>

/** Runs resume after a restart: each batch stores its progress. */
export const runQueue = (services: RunServices): Queues => ({
  [RUN_QUEUE]: { run: (job, signal) => run(services, job, signal) },
})

async function run(
  { storage, log, now, newId, parsing, rulePlugins, secrets }: RunServices,
  job: Job,
  signal: AbortSignal,
): Promise<void> {
  const { run: id, since } = job.payload as RunJob
  let conditions: ConditionReader | null = null
  let sources: Awaited<ReturnType<typeof sourcesForRules>> | null = null
  for (;;) {
    if (signal.aborted) throw new Error('The server is stopping')
    const row = await runById(storage, id)
    if (row?.state !== 'running') return
    const { userId } = row
    const rules = openRulesText(row.rules, secrets)
    const ready = rulesFrom(rules)
    const withContent = ready.some(({ readsContent }) => readsContent)
    const wanted = {
      userId,
      after: row.reached,
      withContent,
      limit: withContent ? CHUNK_WITH_CONTENT : CHUNK,
      ...(since !== undefined && { since }),
    }
    sources ??= await sourcesForRules(storage, userId, ready, { now: row.createdAt })
    const page = await storedEntries(storage, wanted)
    conditions ??= createConditionReader({ storage, rulePlugins, userId })
    const options = { sources, now: row.createdAt, cause: 'run' as const, conditions }
    const evaluation = { parsing: parsing.inTurnOf(userId), log, userId, rules }
    const applications = await storedApplications(page, { ...options, ...evaluation })
    await conditions.record()
    const list = page.map((entry, at) => {
      const { acts = [] } = applications[at] ?? {}
      return { userId, entryId: entry.id, view: entry.view, cause: 'run' as const, run: id, acts }
    })
    await storage.db.transaction().execute(async (db) => {
      const holding = list.filter(({ acts }) => acts.length > 0)
      const touched = await storeActs(db, holding, { kind: storage.kind, now: now(), newId, secrets })
      const reached = page.at(-1)?.id ?? row.reached
      const state = page.length < wanted.limit ? 'done' : 'running'
      const moved = await moveRun({ ...storage, db }, id, { reached, examined: page.length, touched, state })
      // Undone meanwhile: roll this batch back.
      if (!moved) throw new Error('The run was taken back')
    })
    await breathe()
  }
}

/** Undoes a run: its rule applications, stars and read marks. @returns the number of entries, or null without such a run */
export async function undoRun(storage: Storage, userId: string, id: string): Promise<number | null> {
  if (!(await markUndone(storage, userId, id))) return null
  const entries = new Set<string>()
  for (;;) {
    const acts = await actsOfRun(storage, userId, id, CHUNK)
    if (acts.length === 0) return entries.size
    await storage.db.transaction().execute(async (db) => {
      const within = { ...storage, db }
      for (const act of acts) await undoApplication(within, act)
      for (const entryId of new Set(acts.map((act) => act.entryId))) {
        entries.add(entryId)
        await restore(within, userId, entryId)
      }
    })
  }
}

/** Recomputes the result of an entry after some rule applications were removed. */
async function restore(storage: Storage, userId: string, entryId: string): Promise<void> {
  const results = await resultsOf(storage, userId, entryId)
  if (results.length === 0) return removeResult(storage, userId, entryId)
  const combined = merged(results)
  await putResult(storage, {
    userId,
    entryId,
    result: JSON.stringify(combined),
    blocked: combined.block ? 1 : 0,
  })
}

/** Evaluates rules on stored entries: the dry run, runs over the past and status changes share this. */
type StoredOptions = Evaluation & {
  readonly sources: ReadonlyMap<string, SourceFacts>
  /** The time from which ages count, ms. */
  readonly now: number
  readonly conditions: ConditionReader
}

/** The results of the rules for some stored entries, as {@link evaluate}. */
export async function storedApplications(
  entries: readonly StoredEntry[],
  { sources, now, conditions, ...evaluation }: StoredOptions,
): Promise<(Evaluated | null)[]> {
  const subjects = entries.map((entry) => ({
    entry,
    position: entry,
    query: { source: sources.get(entry.feedId) ?? null, now },
    status: entry,
  }))
  return evaluate(evaluation, await conditions.read(evaluation, subjects))
}
