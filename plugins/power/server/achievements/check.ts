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
function advanced(row: AchievementRow, { deed, max }: Goal, progress: Progress, now: number): AchievementRow {
  if (row.type !== 'checking' && row.type !== 'incomplete') return row
  const reached = Math.min(max, progress[deed])
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

// Progress of a user, counted from rows.

/** The number of first accounts that count as early users. */
const EARLY = 100

type Progress = Readonly<Record<UserActivity, number>>

/** Values are not capped; an audit has no count. */
async function progressOf(storage: Storage, userId: string): Promise<Progress> {
  return {
    claim: await countOwned(storage, 'feeds', userId),
    list: await countOwned(storage, 'lists', userId),
    followers: await mostFollowers(storage, userId),
    early: await isEarly(storage, userId),
    boost: await countBoosts(storage, userId),
    audit: 0,
  }
}

async function countOwned({ db }: Storage, table: 'feeds' | 'lists', userId: string): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('ownerUserId', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Subscribers of the most popular list, without its owner. */
async function mostFollowers({ db }: Storage, userId: string): Promise<number> {
  const row = await db
    .selectFrom('listSubscriptions')
    .innerJoin('lists', 'lists.id', 'listSubscriptions.listId')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('lists.ownerUserId', '=', userId)
    .where('listSubscriptions.userId', '<>', userId)
    .groupBy('lists.id')
    .orderBy('count', 'desc')
    .limit(1)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

async function isEarly({ db }: Storage, userId: string): Promise<number> {
  const first = await db
    .selectFrom('user')
    .select('id')
    .orderBy('createdAt')
    .orderBy('id')
    .limit(EARLY)
    .execute()
  return first.some(({ id }) => id === userId) ? 1 : 0
}

async function countBoosts({ db }: Storage, userId: string): Promise<number> {
  const row = await db
    .selectFrom('boosts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
