/** Stores rule results: once per rule and entry, with the changes recorded for undo. */
import type { Transaction } from 'kysely'
import type { ActionResult } from '../../contract/shapes.ts'
import { pluginActionOf } from '../../contract/rule-conditions.ts'
import { cleanLabelName } from '../../contract/label-names.ts'
import { enqueue } from '../jobs/jobs.ts'
import {
  insertApplications,
  putResult,
  resultsOf,
  insertStar,
  insertMark,
  insertDelivery,
  recordChanges,
} from '../storage/actions/actions.ts'
import { addLabelWithin, labelledAmong } from '../storage/entries/entry-labels.ts'
import type { Storage } from '../storage/open.ts'
import type { RuleActRow, Schema } from '../storage/schema.ts'
import type { StoredSecrets } from '../storage/engine/stored-secrets.ts'
import { DELIVERY_QUEUE, NOTICE_QUEUE } from './queue-names.ts'
import { sealResult } from './webhook-addresses.ts'
import { boundedRewrites } from './rewrite.ts'

/** The matching rules of one user for one entry. */
export type EntryActs = {
  readonly userId: string
  readonly entryId: string
  readonly view: number
  readonly cause: RuleActRow['cause']
  /** The run over stored entries, if any. */
  readonly run: string | null
  readonly acts: readonly {
    readonly rule: string
    readonly name: string
    readonly position: number
    readonly result: ActionResult
  }[]
}
type StoreOptions = {
  readonly kind: Storage['kind']
  readonly now: number
  readonly newId: () => string
  /** Seals the addresses of webhooks. */
  readonly secrets: Pick<StoredSecrets, 'close'>
}

/** Must run inside a transaction. @returns the number of entries with a newly applied rule */
export async function storeActs(
  db: Transaction<Schema>,
  list: readonly EntryActs[],
  options: StoreOptions,
): Promise<number> {
  const storage: Storage = { db, kind: options.kind, close: async () => undefined }
  let touched = 0
  for (const one of list) if (await storeOne(storage, one, options)) touched += 1
  return touched
}

async function storeOne(storage: Storage, one: EntryActs, options: StoreOptions): Promise<boolean> {
  const { now, newId, secrets } = options
  const { userId, entryId, cause, run } = one
  const rows = one.acts.map(({ result, ...act }) => ({
    ...act,
    userId,
    entryId,
    cause,
    run,
    starred: 0 as const,
    marked: 0 as const,
    labels: null,
    at: now,
    result: JSON.stringify(sealResult(result, secrets)),
  }))
  const fresh = await insertApplications(storage, rows)
  if (fresh.size === 0) return false
  const acts = one.acts.filter(({ rule }) => fresh.has(rule))
  const combined = merged(await resultsOf(storage, userId, entryId))
  await putResult(storage, {
    userId,
    entryId,
    result: JSON.stringify(combined),
    blocked: combined.block ? 1 : 0,
  })
  const star = acts.find(({ result }) => result.star)
  const silence = acts.find(({ result }) => result.silence)
  const starred = star
    ? await insertStar(storage, { userId, entryId, view: one.view, createdAt: now })
    : false
  const marked = silence ? await insertMark(storage, { userId, entryId, readAt: now }) : false
  if (star && starred) await recordChanges(storage, { userId, entryId, rule: star.rule }, { starred: 1 })
  if (silence && marked) await recordChanges(storage, { userId, entryId, rule: silence.rule }, { marked: 1 })
  for (const { rule, result } of acts) {
    const labels = await addLabels(storage, one, result, { now, newId })
    if (labels.length > 0)
      await recordChanges(storage, { userId, entryId, rule }, { labels: JSON.stringify(labels) })
  }
  // A delivery cannot be undone, so a run over stored entries sends nothing.
  if (cause !== 'run') await send(storage, one, merged(acts.map(({ result }) => result)), options)
  return true
}

/** @returns the names of the labels that the entry did not have */
async function addLabels(
  storage: Storage,
  { userId, entryId }: EntryActs,
  { labels = [] }: ActionResult,
  making: Pick<StoreOptions, 'now' | 'newId'>,
): Promise<string[]> {
  const added: string[] = []
  for (const name of labels.flatMap((one) => cleanLabelName(one) ?? [])) {
    const label = { name, entryIds: [entryId] }
    if ((await labelledAmong(storage, userId, label)).length > 0) continue
    if (await addLabelWithin(storage.db, userId, label, making)) added.push(name)
  }
  return added
}

async function send(
  storage: Storage,
  { userId, entryId, view }: EntryActs,
  { webhooks = [], saves = [], pluginActions = [], newEntryNotification, block, silence }: ActionResult,
  { now, newId, secrets }: StoreOptions,
): Promise<void> {
  const deliveries = [
    ...webhooks.map((url) => ({ url: secrets.close(url), plugin: null, action: null, operand: null })),
    ...saves.map((plugin) => ({ url: '', plugin, action: null, operand: null })),
    ...pluginActions.flatMap((one) => {
      const action = pluginActionOf(one)
      return action ? { url: '', plugin: action.plugin, action: action.name, operand: action.value } : []
    }),
  ]
  for (const target of deliveries) {
    const id = newId()
    await insertDelivery(storage, { id, userId, entryId, ...target, now })
    await enqueue(storage, DELIVERY_QUEUE, id, { delivery: id }, now, userId)
  }
  if (newEntryNotification && !block && !silence)
    await enqueue(storage, NOTICE_QUEUE, `${userId} ${entryId}`, { userId, entryId, view }, now, userId)
}

/**
 * Merges the results of several rules in order: true wins, the last named language wins, lists are concatenated.
 */
export function merged(results: readonly ActionResult[]): ActionResult {
  const combined: Record<string, unknown> = {}
  for (const { translation, ...others } of results) {
    for (const [name, value] of Object.entries(others)) if (value === true) combined[name] = true
    if (typeof translation === 'string') combined['translation'] = translation
    else if (translation === true) combined['translation'] ??= true
  }
  const rewriteRules = boundedRewrites(results.flatMap((result) => result.rewriteRules ?? []))
  if (rewriteRules.length > 0) combined['rewriteRules'] = rewriteRules
  for (const name of setNames) {
    const values = new Set(results.flatMap((result) => result[name] ?? []))
    if (values.size > 0) combined[name] = [...values]
  }
  return combined
}

/** Lists whose values count once. */
const setNames = ['labels', 'webhooks', 'saves', 'pluginActions'] as const
