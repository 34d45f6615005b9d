import type { Achievement } from '../../contract/achievements.ts'
import { checkAchievements, type StoredAchievement } from '../achievements/check-achievements.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import { wholePower } from '../power/amount.ts'
import { charge } from '../power/charge.ts'
import { decideAudit, handIn, pendingAudits } from '../storage/power/achievements.ts'
import { profilesByIds } from '../storage/accounts/users.ts'
import { refuseUnlessAdmin, refuseTrial } from './refuse.ts'
import { isoOrNull } from './wire-feed.ts'

const PAYLOAD_MAX = 2000

/** Achievements of users, and their rewards. */
export const achievementsRoutes = {
  'achievement.list': async (context, { type = 'all' }) => {
    const all = (await checkAchievements(context, context.user.id)).map(toAchievement)
    const data = type === 'all' ? all : all.filter((one) => one.type === type)
    return { code: 0, data, done: data.filter(({ done }) => done).length, total: data.length }
  },
  'achievement.check': async (context, { actionId }) => {
    const { row } = await named(context, actionId)
    return { code: 0, data: { actionId, result: row.type === 'completed' || row.type === 'received' } }
  },
  'achievement.receive': async (context, { actionId }) => {
    refuseTrial(context.user)
    await receive(context, await named(context, actionId))
    return { code: 0, data: { actionId, result: true } }
  },

  'achievement.audit': async (context, { actionId, payload = null }) => {
    refuseTrial(context.user)
    const { goal, row } = await named(context, actionId)
    if (goal.deed !== 'audit' || row.type === 'completed') throw new Refusal('achievementAuditNotNeeded')
    if (row.type === 'received') throw new Refusal('achievementReceived')
    const json = JSON.stringify(payload)
    if (json.length > PAYLOAD_MAX)
      throw new Refusal('invalidParameter', `payload: ${PAYLOAD_MAX} characters at most`)
    if (!(await handIn(context.storage, row.id, json))) throw new Refusal('achievementUnderAudit')
    return { code: 0 }
  },
  'achievement.audits': async ({ user, storage }) => {
    refuseUnlessAdmin(user)
    const rows = await pendingAudits(storage)
    const ids = [...new Set(rows.map(({ userId }) => userId))]
    const users = new Map((await profilesByIds(storage, ids)).map((one) => [one.id, one]))
    const data = rows.flatMap(({ userId, actionId, payload }) => {
      const profile = users.get(userId)
      return profile ? [{ userId, user: profile, actionId, payload: JSON.parse(payload ?? 'null') }] : []
    })
    return { code: 0, data }
  },
  'achievement.decide': async ({ user, storage, now }, { userId, actionId, granted }) => {
    refuseUnlessAdmin(user)
    if (!(await decideAudit(storage, { userId, actionId, granted, now: now() })))
      throw new Refusal('achievementAuditNotNeeded')
    return { code: 0 }
  },
} satisfies Routes

async function named(context: RequestContext, actionId: number): Promise<StoredAchievement> {
  const stored = (await checkAchievements(context, context.user.id)).find(
    ({ goal }) => goal.actionId === actionId,
  )
  if (!stored) throw new Refusal('invalidParameter', 'actionId: there is no such achievement')
  return stored
}

/** Rewards once despite concurrent requests: the transaction key is made of user and achievement. */
async function receive(context: RequestContext, { goal, row }: StoredAchievement): Promise<void> {
  if (row.type === 'received') throw new Refusal('achievementReceived')
  if (row.type === 'audit') throw new Refusal('achievementUnderAudit')
  if (row.type !== 'completed') throw new Refusal('achievementNotCompleted')
  const { id: userId } = context.user
  const { repeated } = await charge(
    context,
    {
      from: 'mint',
      to: { claimed: userId },
      amount: wholePower(goal.reward),
      kind: 'mint',
      key: `achievement:${userId}:${goal.actionId}`,
    },
    (db, { hash }) =>
      db.updateTable('achievements').set({ type: 'received', hash }).where('id', '=', row.id).execute(),
  )
  if (repeated) throw new Refusal('achievementReceived')
}

const toAchievement = ({ goal, row }: StoredAchievement): Achievement => ({
  id: row.id,
  userId: row.userId,
  type: row.type,
  actionId: goal.actionId,
  progress: row.progress,
  progressMax: goal.max,
  done: row.type === 'completed' || row.type === 'received',
  doneAt: isoOrNull(row.doneAt === null ? null : Number(row.doneAt)),
  tx: row.hash,
  power: String(wholePower(goal.reward)),
})
