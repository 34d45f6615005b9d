/**
 * Seals addresses of webhooks that older versions stored in plain text: in rules and their runs, in their applications, and in
 * deliveries. Runs at each start and reads all of them, until a run has found none.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ActionResult } from '../../contract/shapes.ts'
import type { Storage } from '../storage/open.ts'
import { sealOpenSecrets, type StoredSecrets } from '../storage/engine/stored-secrets.ts'
import { openResult, openRules, sealResult, sealRules } from './webhook-addresses.ts'

type Parts = { readonly storage: Storage; readonly secrets: StoredSecrets }

/** The name of the row that records that all are sealed. */
const DONE = 'addresses of webhooks are sealed'
/** Rows that are sealed in one transaction. */
const BATCH = 500

export async function sealWebhooks({ storage, secrets }: Parts): Promise<void> {
  const { db } = storage
  if (await db.selectFrom('serverKeys').select('name').where('name', '=', DONE).executeTakeFirst()) return
  await sealOpenSecrets(storage, { table: 'webhookDeliveries', key: 'id', column: 'url' }, secrets)
  const found =
    (await sealSaved({ storage, secrets })) +
    (await sealActs({ storage, secrets })) +
    (await removeFromOutcomes(storage))
  if (found > 0) return
  await db
    .insertInto('serverKeys')
    .values({ name: DONE, value: '' })
    .onConflict((on) => on.doNothing())
    .execute()
}

const holdsWebhooks = (column: string) => sql<boolean>`${sql.ref(column)} like '%"webhooks":["%'`
const isOpen = ({ webhooks = [] }: ActionResult, { open }: StoredSecrets): boolean =>
  webhooks.some((url) => open(url) === url)

/** Saved rules, and those of runs. @returns how many rows had open addresses */
async function sealSaved({ storage: { db }, secrets }: Parts): Promise<number> {
  let found = 0
  for (const [table, key] of [
    ['actions', 'userId'],
    ['actionRuns', 'id'],
  ] as const) {
    const [rows, id] = [sql.table(table), sql.ref(key)]
    const ids = await sql<{
      id: string
    }>`select ${id} as id from ${rows} where ${holdsWebhooks('rules')}`.execute(db)
    // Read one by one: the rules of a user may be a megabyte.
    for (const row of ids.rows) {
      const [stored] = (
        await sql<{ rules: string }>`select rules from ${rows} where ${id} = ${row.id}`.execute(db)
      ).rows
      if (!stored) continue
      const written = JSON.parse(stored.rules) as ReturnType<typeof openRules>
      if (!written.some(({ result }) => isOpen(result, secrets))) continue
      const rules = sealRules(openRules(stored.rules, secrets), secrets)
      await sql`update ${rows} set rules = ${rules} where ${id} = ${row.id} and rules = ${stored.rules}`.execute(
        db,
      )
      found += 1
    }
  }
  return found
}

/** Applications of rules. @returns how many rows had open addresses */
async function sealActs({ storage: { db }, secrets }: Parts): Promise<number> {
  let found = 0
  let last = { userId: '', entryId: '', rule: '' }
  for (;;) {
    const rows = await db
      .selectFrom('ruleActs')
      .select(['userId', 'entryId', 'rule', 'result'])
      .where(sql<boolean>`("userId", "entryId", rule) > (${last.userId}, ${last.entryId}, ${last.rule})`)
      .where(holdsWebhooks('result'))
      .orderBy('userId')
      .orderBy('entryId')
      .orderBy('rule')
      .limit(BATCH)
      .execute()
    await db.transaction().execute(async (trx) => {
      for (const { userId, entryId, rule, result } of rows) {
        const read = JSON.parse(result) as ActionResult
        if (!isOpen(read, secrets)) continue
        found += 1
        await trx
          .updateTable('ruleActs')
          .set({ result: JSON.stringify(sealResult(openResult(read, secrets), secrets)) })
          .where('userId', '=', userId)
          .where('entryId', '=', entryId)
          .where('rule', '=', rule)
          .execute()
      }
    })
    last = rows.at(-1) ?? last
    if (rows.length < BATCH) return found
    await breathe()
  }
}

/** Results of rules are shown with entries, and need no addresses. @returns how many rows had some */
async function removeFromOutcomes({ db }: Storage): Promise<number> {
  let found = 0
  for (;;) {
    const rows = await db
      .selectFrom('entryActions')
      .select(['userId', 'entryId', 'result'])
      .where(sql<boolean>`result like '%"webhooks":[%'`)
      .limit(BATCH)
      .execute()
    await db.transaction().execute(async (trx) => {
      for (const { userId, entryId, result } of rows) {
        const { webhooks: _secret, ...others } = JSON.parse(result) as ActionResult
        await trx
          .updateTable('entryActions')
          .set({ result: JSON.stringify(others) })
          .where('userId', '=', userId)
          .where('entryId', '=', entryId)
          .execute()
      }
    })
    found += rows.length
    if (rows.length < BATCH) return found
    await breathe()
  }
}
