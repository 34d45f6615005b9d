import type { Achievement } from '../../contract/achievements.ts'
import { checkAchievements, type StoredAchievement } from '../achievements/check-achievements.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import { wholePower } from '../power/amount.ts'
import { charge } from '../power/charge.ts'
import { decideAudit, handIn, pendingAudits } from '../storage/achievements.ts'
import { profilesByIds } from '../storage/users.ts'
import { refuseTrial } from './trial.ts'
import { isoOrNull } from './wire-feed.ts'

const PAYLOAD_MAX = 2000

/** What people have brought about, and its reward. */
export const achievementsRoutes = {
  'achievement.list': async (asked, { type = 'all' }) => {
    const all = (await checkAchievements(asked, asked.user.id)).map(toAchievement)
    const data = type === 'all' ? all : all.filter((one) => one.type === type)
    return { code: 0, data, done: data.filter(({ done }) => done).length, total: data.length }
  },
  'achievement.check': async (asked, { actionId }) => {
    const { row } = await named(asked, actionId)
    return { code: 0, data: { actionId, result: row.type === 'completed' || row.type === 'received' } }
  },
  'achievement.receive': async (asked, { actionId }) => {
    refuseTrial(asked.user)
    await receive(asked, await named(asked, actionId))
    return { code: 0, data: { actionId, result: true } }
  },

  'achievement.audit': async (asked, { actionId, payload = null }) => {
    refuseTrial(asked.user)
    const { goal, row } = await named(asked, actionId)
    if (goal.deed !== 'audit' || row.type === 'completed') throw new Refusal('achievementAuditNotNeeded')
    if (row.type === 'received') throw new Refusal('achievementReceived')
    const said = JSON.stringify(payload)
    if (said.length > PAYLOAD_MAX)
      throw new Refusal('invalidParameter', `payload: ${PAYLOAD_MAX} characters at most`)
    if (!(await handIn(asked.storage, row.id, said))) throw new Refusal('achievementUnderAudit')
    return { code: 0 }
  },
  'achievement.audits': async ({ user, storage }) => {
    if (!user.admin) throw new Refusal('noPermission')
    const rows = await pendingAudits(storage)
    const ids = [...new Set(rows.map(({ userId }) => userId))]
    const people = new Map((await profilesByIds(storage, ids)).map((one) => [one.id, one]))
    const data = rows.flatMap(({ userId, actionId, payload }) => {
      const person = people.get(userId)
      return person ? [{ userId, user: person, actionId, payload: JSON.parse(payload ?? 'null') }] : []
    })
    return { code: 0, data }
  },
  'achievement.decide': async ({ user, storage, now }, { userId, actionId, granted }) => {
    if (!user.admin) throw new Refusal('noPermission')
    if (!(await decideAudit(storage, { userId, actionId, granted, now: now() })))
      throw new Refusal('achievementAuditNotNeeded')
    return { code: 0 }
  },
} satisfies Routes

async function named(asked: RequestContext, actionId: number): Promise<StoredAchievement> {
  const kept = (await checkAchievements(asked, asked.user.id)).find(({ goal }) => goal.actionId === actionId)
  if (!kept) throw new Refusal('invalidParameter', 'actionId: there is no such achievement')
  return kept
}

/** Once, whatever comes together: the key is the person's and the achievement's. */
async function receive(asked: RequestContext, { goal, row }: StoredAchievement): Promise<void> {
  if (row.type === 'received') throw new Refusal('achievementReceived')
  if (row.type === 'audit') throw new Refusal('achievementUnderAudit')
  if (row.type !== 'completed') throw new Refusal('achievementNotCompleted')
  const { id: userId } = asked.user
  const { repeated } = await charge(
    asked,
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
