/** What rules decided becomes rows: once per rule and entry, with what they changed written down for taking it back. */
import type { Transaction } from 'kysely'
import type { ActionResult } from '../../contract/shapes.ts'
import { enqueue } from '../jobs/jobs.ts'
import {
  insertApplications,
  putResult,
  resultsOf,
  insertStar,
  insertMark,
  insertDelivery,
  recordChanges,
} from '../storage/actions.ts'
import type { Storage } from '../storage/open.ts'
import type { RuleActRow, Schema } from '../storage/schema.ts'
import { merged } from './merge.ts'
import { DELIVERY_QUEUE, NOTICE_QUEUE } from './queue-names.ts'

/** The rules that hold for one entry, for one reader. */
export type EntryActs = {
  readonly userId: string
  readonly entryId: string
  readonly view: number
  readonly cause: RuleActRow['cause']
  /** The run over stored entries that this belongs to. */
  readonly run: string | null
  readonly acts: readonly {
    readonly rule: string
    readonly name: string
    readonly position: number
    readonly result: ActionResult
  }[]
}
type Given = { readonly kind: Storage['kind']; readonly now: number; readonly newId: () => string }

/** Must run inside a transaction. @returns how many entries a rule acted on that had not acted on them before */
export async function storeActs(
  db: Transaction<Schema>,
  list: readonly EntryActs[],
  given: Given,
): Promise<number> {
  const storage: Storage = { db, kind: given.kind, close: async () => undefined }
  let touched = 0
  for (const one of list) if (await storeOne(storage, one, given)) touched += 1
  return touched
}

async function storeOne(storage: Storage, one: EntryActs, { now, newId }: Given): Promise<boolean> {
  const { userId, entryId, cause, run } = one
  const rows = one.acts.map(({ result, ...act }) => ({
    ...act,
    userId,
    entryId,
    cause,
    run,
    starred: 0 as const,
    marked: 0 as const,
    at: now,
    result: JSON.stringify(result),
  }))
  const fresh = await insertApplications(storage, rows)
  if (fresh.size === 0) return false
  const acts = one.acts.filter(({ rule }) => fresh.has(rule))
  const whole = merged(await resultsOf(storage, userId, entryId))
  await putResult(storage, { userId, entryId, result: JSON.stringify(whole), blocked: whole.block ? 1 : 0 })
  const star = acts.find(({ result }) => result.star)
  const silence = acts.find(({ result }) => result.silence)
  const starred = star
    ? await insertStar(storage, { userId, entryId, view: one.view, createdAt: now })
    : false
  const marked = silence ? await insertMark(storage, { userId, entryId, readAt: now }) : false
  if (star && starred) await recordChanges(storage, { userId, entryId, rule: star.rule }, { starred: 1 })
  if (silence && marked) await recordChanges(storage, { userId, entryId, rule: silence.rule }, { marked: 1 })
  // What has been sent cannot be taken back, so a run over stored entries sends nothing.
  if (cause !== 'run') await send(storage, one, merged(acts.map(({ result }) => result)), { now, newId })
  return true
}

async function send(
  storage: Storage,
  { userId, entryId, view }: EntryActs,
  { webhooks = [], newEntryNotification, block, silence }: ActionResult,
  { now, newId }: Pick<Given, 'now' | 'newId'>,
): Promise<void> {
  for (const url of webhooks) {
    const id = newId()
    await insertDelivery(storage, { id, userId, entryId, url, now })
    await enqueue(storage, DELIVERY_QUEUE, id, { delivery: id }, now)
  }
  if (newEntryNotification && !block && !silence)
    await enqueue(storage, NOTICE_QUEUE, `${userId} ${entryId}`, { userId, entryId, view }, now)
}
