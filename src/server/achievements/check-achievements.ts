/** Stores the progress of a user: checking → incomplete or audit → completed → received. */
import type { RequestContext } from '../http/routes.ts'
import type { AchievementRow } from '../storage/schema.ts'
import { shownGoals, type Goal } from './catalogue.ts'
import { progressOf, type Progress } from './progress.ts'

export type StoredAchievement = { readonly goal: Goal; readonly row: AchievementRow }
type CheckInput = Pick<RequestContext, 'storage' | 'now' | 'newId' | 'config'>

/** Recomputes and stores every visible achievement of a user. */
export async function checkAchievements(input: CheckInput, userId: string): Promise<StoredAchievement[]> {
  const rows = await input.storage.db
    .selectFrom('achievements')
    .selectAll()
    .where('userId', '=', userId)
    .execute()
  const progress = await progressOf(input.storage, userId)
  const results: StoredAchievement[] = []
  for (const goal of shownGoals(input.config.PRODUCT_HUNT_VOTE_URL)) {
    const before = rows.find(({ actionId }) => actionId === goal.actionId)
    const row = advanced(before ?? (await create(input, userId, goal)), goal, progress, input.now())
    await store(input, row, before)
    results.push({ goal, row })
  }
  return results
}

async function create(
  { storage, newId }: CheckInput,
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

/** Only unfinished achievements advance; audited ones wait for an admin. */
function advanced(row: AchievementRow, { deed, max }: Goal, progress: Progress, now: number): AchievementRow {
  if (row.type !== 'checking' && row.type !== 'incomplete') return row
  const reached = Math.min(max, progress[deed])
  return reached < max
    ? { ...row, type: 'incomplete', progress: reached }
    : { ...row, type: 'completed', progress: max, doneAt: now }
}

async function store(
  { storage }: CheckInput,
  row: AchievementRow,
  before: AchievementRow | undefined,
): Promise<void> {
  if (before && before.type === row.type && before.progress === row.progress) return
  const { type, progress, doneAt } = row
  await storage.db
    .updateTable('achievements')
    .set({ type, progress, doneAt })
    .where('id', '=', row.id)
    // It may have been submitted or received meanwhile.
    .where('type', 'in', ['checking', 'incomplete'])
    .execute()
}
