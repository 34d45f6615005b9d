/** Achievements that need manual review. */
import type { AchievementRow, On } from '../tables.ts'

/** Submits one for review. @param payload JSON @returns false when it is pending already */
export async function handIn({ db }: On, id: string, payload: string): Promise<boolean> {
  const changed = await db
    .updateTable('achievements')
    .set({ type: 'audit', payload })
    .where('id', '=', id)
    .where('type', 'in', ['checking', 'incomplete'])
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** Submissions pending review. */
export const pendingAudits = ({ db }: On): Promise<AchievementRow[]> =>
  db.selectFrom('achievements').selectAll().where('type', '=', 'audit').orderBy('id').limit(500).execute()

type Judgement = {
  readonly userId: string
  readonly actionId: number
  readonly granted: boolean
  /** ms since 1970 */
  readonly now: number
}

/** @returns false when no such submission is pending */
export async function decideAudit(
  { db }: On,
  { userId, actionId, granted, now }: Judgement,
): Promise<boolean> {
  const judged = granted
    ? ({ type: 'completed', progress: 1, doneAt: now } as const)
    : ({ type: 'incomplete', progress: 0 } as const)
  const changed = await db
    .updateTable('achievements')
    .set(judged)
    .where('userId', '=', userId)
    .where('actionId', '=', actionId)
    .where('type', '=', 'audit')
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}
