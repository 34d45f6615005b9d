/** Stores the progress of a user: checking → incomplete or audit → completed → received. */
import type { RequestContext } from '../http/routes.ts'
import type { AchievementRow } from '../storage/schema.ts'
import { shownGoals, type Goal, type UserActivity } from './catalogue.ts'
import type { Storage } from '../storage/open.ts'

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
