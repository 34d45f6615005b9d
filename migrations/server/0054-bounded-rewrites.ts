import { sql, type Kysely } from 'kysely'

type Rewrite = { readonly from: string; readonly to: string }
type Result = { readonly rewriteRules?: readonly Rewrite[]; readonly disabled?: boolean }
type Tables = {
  actions: { userId: string; rules: string }
  actionRuns: { id: string; rules: string }
  ruleActs: { userId: string; entryId: string; rule: string; result: string }
  entryActions: { userId: string; entryId: string; result: string }
}

/** Characters of all rewrites of an entry; rewrites of a rule; characters of a text to look for, and of its replacement. */
const [TEXT, REWRITES, FROM, TO] = [20_000, 50, 503, 2000]

/**
 * Rewrites have bounds now. Results of rules lose the rewrites beyond these; a rule that has one beyond them is
 * switched off, and otherwise unchanged. Long rows are read one by one: they may be many and large.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  const ruled = await db.selectFrom('actions').select('userId').where(isLong('rules')).execute()
  for (const { userId } of ruled) {
    const row = db.selectFrom('actions').select('rules').where('userId', '=', userId)
    const rules = switchedOff((await row.executeTakeFirstOrThrow()).rules)
    await db.updateTable('actions').set({ rules }).where('userId', '=', userId).execute()
  }
  const runs = await db.selectFrom('actionRuns').select('id').where(isLong('rules')).execute()
  for (const { id } of runs) {
    const row = db.selectFrom('actionRuns').select('rules').where('id', '=', id)
    const rules = switchedOff((await row.executeTakeFirstOrThrow()).rules)
    await db.updateTable('actionRuns').set({ rules }).where('id', '=', id).execute()
  }
  const acts = db.selectFrom('ruleActs').select(['userId', 'entryId', 'rule']).where(isLong('result'))
  for (const { userId, entryId, rule } of await acts.execute()) {
    const { result } = await db
      .selectFrom('ruleActs')
      .select('result')
      .where('userId', '=', userId)
      .where('entryId', '=', entryId)
      .where('rule', '=', rule)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('ruleActs')
      .set({ result: bounded(result) })
      .where('userId', '=', userId)
      .where('entryId', '=', entryId)
      .where('rule', '=', rule)
      .execute()
  }
  const outcomes = db.selectFrom('entryActions').select(['userId', 'entryId']).where(isLong('result'))
  for (const { userId, entryId } of await outcomes.execute()) {
    const { result } = await db
      .selectFrom('entryActions')
      .select('result')
      .where('userId', '=', userId)
      .where('entryId', '=', entryId)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('entryActions')
      .set({ result: bounded(result) })
      .where('userId', '=', userId)
      .where('entryId', '=', entryId)
      .execute()
  }
}

/** Shorter ones have no rewrite beyond the bounds. */
const isLong = (column: string) => sql<boolean>`length(${sql.ref(column)}) > ${sql.lit(TO)}`

function bounded(stored: string): string {
  const { rewriteRules, ...result } = JSON.parse(stored) as Result
  if (!rewriteRules) return stored
  let left = TEXT
  const kept = rewriteRules
    .filter((rewrite) => !isBeyond(rewrite))
    .filter(({ from, to }) => (left -= from.length + to.length) >= 0)
  return JSON.stringify({ ...result, rewriteRules: kept })
}

const isBeyond = ({ from, to }: Rewrite): boolean => from.length > FROM || to.length > TO

function switchedOff(stored: string): string {
  const rules = JSON.parse(stored) as { readonly result: Result }[]
  let left = TEXT
  return JSON.stringify(
    rules.map((rule) => {
      const { rewriteRules = [] } = rule.result
      const text = rewriteRules.reduce((sum, { from, to }) => sum + from.length + to.length, 0)
      if (text > left || rewriteRules.length > REWRITES || rewriteRules.some(isBeyond))
        return { ...rule, result: { ...rule.result, disabled: true } }
      left -= text
      return rule
    }),
  )
}
