/** Checks a database for work that was left half done. */
import { sql } from 'kysely'
import { pluginMatrices } from '../plugin-contract.ts'
import type { Storage } from '../../../src/server/storage/open.ts'

/** Each query finds rows that must not exist. */
const inconsistencies: Readonly<Record<string, string>> = {
  'an inbox without its owner following': `select "name" as id from inboxes where not exists (select 1 from feeds f where f.id = inboxes."feedId" and f."inboxUserId" = inboxes."userId")`,
  'a feed without its schedule': `select id from feeds where not exists (select 1 from "feedSchedule" s where s."feedId" = feeds.id)`,
  'a hidden feed without an inbox': `select id from feeds where "inboxUserId" is not null and not exists (select 1 from inboxes i where i."feedId" = feeds.id)`,
  'a list that its owner does not follow': `select id from lists where not exists (select 1 from "listSubscriptions" s where s."listId" = lists.id and s."userId" = lists."ownerUserId")`,
  'a boost without payment': `select hash as id from boosts where not exists (select 1 from "powerTransactions" t where t.hash = boosts.hash)`,
  'an invitation without payment': `select code as id from invitations where hash is not null and not exists (select 1 from "powerTransactions" t where t.hash = invitations.hash)`,
  'a burn that bought nothing': `select t.hash as id from "powerTransactions" t where t.kind = 'burn' and not exists (select 1 from boosts b where b.hash = t.hash) and not exists (select 1 from invitations i where i.hash = t.hash)`,
  'a purchase that bought nothing': `select t.hash as id from "powerTransactions" t where t.kind = 'purchase' and t."toListId" is not null and not exists (select 1 from "listPurchases" p where p."listId" = t."toListId" and p."userId" = t."fromUserId")`,
  'a line of an import without an outcome': `select url as id from "importLines" where outcome is null`,
  'an import that never ends': `select id from imports where running = 1`,
  'a run of rules that never ends': `select id from "actionRuns" where state = 'running'`,
  'a delivery without a job': `select id from "webhookDeliveries" where state = 'waiting'`,
  'a job that is not done': `select queue as id from jobs where key <> 'round'`,
  'an account without a password': `select id from "user" where not exists (select 1 from account a where a."userId" = "user".id)`,
  'an entry twice': `select "feedId" as id from entries group by "feedId", guid having count(*) > 1`,
  'two rows for one answer': `select key as id from answered group by "userId", key having count(*) > 1`,
}

/** @returns one line per problem; empty when the database is consistent */
export async function integrityProblems(storage: Storage): Promise<string[]> {
  const problems: string[] = []
  for (const [description, query] of Object.entries(inconsistencies)) {
    const { rows } = await sql<{ id: string }>`${sql.raw(query)}`.execute(storage.db)
    problems.push(...rows.map(({ id }) => `${description}: ${id}`))
  }
  if (storage.kind === 'sqlite') {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(storage.db)
    problems.push(...rows.map((row) => row.integrity_check).filter((word) => word !== 'ok'))
    const foreign = await sql`pragma foreign_key_check`.execute(storage.db)
    problems.push(...foreign.rows.map((row) => `refers to nothing: ${JSON.stringify(row)}`))
  }
  for (const { problems: problemsOf } of pluginMatrices)
    problems.push(...((await problemsOf?.(storage)) ?? []))
  return problems
}

/** The number of pending jobs. */
export async function unfinishedJobs({ db }: Pick<Storage, 'db'>): Promise<number> {
  const rows = await db.selectFrom('jobs').select('key').where('key', '<>', 'round').execute()
  return rows.length
}
