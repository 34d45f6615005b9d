/** What somebody has reached, kept: checking → incomplete or audit → completed → received. */
import type { RequestContext } from '../http/routes.ts'
import type { AchievementRow } from '../storage/schema.ts'
import { shownGoals, type Goal } from './catalogue.ts'
import { progressOf, type Progress } from './progress.ts'

export type StoredAchievement = { readonly goal: Goal; readonly row: AchievementRow }
type Looking = Pick<RequestContext, 'storage' | 'now' | 'newId' | 'config'>

/** Everything that this server shows to a person, counted anew and kept. */
export async function checkAchievements(asked: Looking, userId: string): Promise<StoredAchievement[]> {
  const rows = await asked.storage.db
    .selectFrom('achievements')
    .selectAll()
    .where('userId', '=', userId)
    .execute()
  const progress = await progressOf(asked.storage, userId)
  const kept: StoredAchievement[] = []
  for (const goal of shownGoals(asked.config.PRODUCT_HUNT_VOTE_URL)) {
    const before = rows.find(({ actionId }) => actionId === goal.actionId)
    const row = advanced(before ?? (await begin(asked, userId, goal)), goal, progress, asked.now())
    await keep(asked, row, before)
    kept.push({ goal, row })
  }
  return kept
}

async function begin(
  { storage, newId }: Looking,
  userId: string,
  { actionId }: Goal,
): Promise<AchievementRow> {
  const fresh: AchievementRow = {
    id: newId(),
    userId,
    actionId,
    type: 'checking',
    progress: 0,
    doneAt: null,
    hash: null,
    payload: null,
  }
  await storage.db
    .insertInto('achievements')
    .values(fresh)
    .onConflict((on) => on.columns(['userId', 'actionId']).doNothing())
    .execute()
  return storage.db
    .selectFrom('achievements')
    .selectAll()
    .where('userId', '=', userId)
    .where('actionId', '=', actionId)
    .executeTakeFirstOrThrow()
}

/** Only what is still on its way moves; what a person judges waits for that person. */
function advanced(row: AchievementRow, { deed, max }: Goal, progress: Progress, now: number): AchievementRow {
  if (row.type !== 'checking' && row.type !== 'incomplete') return row
  const reached = Math.min(max, progress[deed])
  return reached < max
    ? { ...row, type: 'incomplete', progress: reached }
    : { ...row, type: 'completed', progress: max, doneAt: now }
}

async function keep(
  { storage }: Looking,
  row: AchievementRow,
  before: AchievementRow | undefined,
): Promise<void> {
  if (before && before.type === row.type && before.progress === row.progress) return
  const { type, progress, doneAt } = row
  await storage.db
    .updateTable('achievements')
    .set({ type, progress, doneAt })
    .where('id', '=', row.id)
    // Somebody may have handed it in or received it meanwhile.
    .where('type', 'in', ['checking', 'incomplete'])
    .execute()
}
