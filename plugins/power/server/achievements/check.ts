/** Stores the progress of a user: checking → incomplete or audit → completed → received. */
import type { WireRequest } from '../../../../src/plugin-api/server.ts'
import type { Services } from '../services.ts'
import type { AchievementRow, Db } from '../tables.ts'
import { shownGoals, type Goal } from './catalogue.ts'
import { progressOf, type Progress } from './progress.ts'

export type StoredAchievement = { readonly goal: Goal; readonly row: AchievementRow }
type Checked = Pick<WireRequest, 'user' | 'newId'>

/** Recomputes and stores every visible achievement of a user. */
export async function checkAchievements(
  { ledger: { storage, now }, voteUrl }: Services,
  request: Checked,
): Promise<StoredAchievement[]> {
  const { db } = storage
  const userId = request.user.id
  const rows = await db.selectFrom('achievements').selectAll().where('userId', '=', userId).execute()
  const progress = await progressOf(db, userId)
  const results: StoredAchievement[] = []
  for (const goal of shownGoals(voteUrl)) {
    const before = rows.find(({ actionId }) => actionId === goal.actionId)
    const row = advanced(before ?? (await create(db, request, goal)), goal, progress, now())
    await store(db, row, before)
    results.push({ goal, row })
  }
  return results
}

async function create(
  db: Db,
  { user: { id: userId }, newId }: Checked,
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
  await db
    .insertInto('achievements')
    .values(fresh)
    .onConflict((on) => on.columns(['userId', 'actionId']).doNothing())
    .execute()
  return db
    .selectFrom('achievements')
    .selectAll()
    .where('userId', '=', userId)
    .where('actionId', '=', actionId)
    .executeTakeFirstOrThrow()
}

/** Only unfinished achievements advance; audited ones wait for an admin. */
function advanced(
  row: AchievementRow,
  { activity, max }: Goal,
  progress: Progress,
  now: number,
): AchievementRow {
  if (row.type !== 'checking' && row.type !== 'incomplete') return row
  const reached = Math.min(max, progress[activity])
  return reached < max
    ? { ...row, type: 'incomplete', progress: reached }
    : { ...row, type: 'completed', progress: max, doneAt: now }
}

async function store(db: Db, row: AchievementRow, before: AchievementRow | undefined): Promise<void> {
  if (before && before.type === row.type && before.progress === row.progress) return
  const { type, progress, doneAt } = row
  await db
    .updateTable('achievements')
    .set({ type, progress, doneAt })
    .where('id', '=', row.id)
    // It may have been submitted or received meanwhile.
    .where('type', 'in', ['checking', 'incomplete'])
    .execute()
}
