import type { WireRequest } from '../../../../src/plugin-api/server.ts'
import type { Achievement } from '../../wire.ts'
import { wholePower } from '../ledger/amount.ts'
import { charge, type TransferInput } from '../ledger/charge.ts'
import { refused, refuseTrial, refuseUnlessAdmin } from '../ledger/refused.ts'
import type { Services } from '../services.ts'
import { iso, type Handlers } from '../shown.ts'
import { checkAchievements, type StoredAchievement } from './check.ts'
import { decideAudit, handIn, pendingAudits } from './rows.ts'

const PAYLOAD_MAX = 2000

type Names = Extract<keyof Handlers, `achievement.${string}`>

/** Achievements of users, and their rewards. */
export function achievementsCalls(services: Services): Pick<Handlers, Names> {
  const { host, ledger } = services
  return {
    'achievement.list': async ({ type = 'all' }, request) => {
      const all = (await checkAchievements(services, request)).map(toAchievement)
      const data = type === 'all' ? all : all.filter((one) => one.type === type)
      return { code: 0, data, done: data.filter(({ done }) => done).length, total: data.length }
    },
    'achievement.check': async ({ actionId }, request) => {
      const { row } = await named(services, request, actionId)
      return { code: 0, data: { actionId, result: row.type === 'completed' || row.type === 'received' } }
    },
    'achievement.receive': async ({ actionId }, request) => {
      refuseTrial(request.user)
      await receive(ledger, request, await named(services, request, actionId))
      return { code: 0, data: { actionId, result: true } }
    },

    'achievement.audit': async ({ actionId, payload = null }, request) => {
      refuseTrial(request.user)
      const { goal, row } = await named(services, request, actionId)
      if (goal.activity !== 'audit' || row.type === 'completed') throw refused('achievementAuditNotNeeded')
      if (row.type === 'received') throw refused('achievementReceived')
      const json = JSON.stringify(payload)
      if (json.length > PAYLOAD_MAX)
        throw refused('invalidParameter', `payload: ${PAYLOAD_MAX} characters at most`)
      if (!(await handIn(ledger.storage, row.id, json))) throw refused('achievementUnderAudit')
      return { code: 0 }
    },
    'achievement.audits': async (_, { user }) => {
      refuseUnlessAdmin(user)
      const rows = await pendingAudits(ledger.storage)
      const users = await host.profiles([...new Set(rows.map(({ userId }) => userId))])
      const data = rows.flatMap(({ userId, actionId, payload }) => {
        const profile = users.get(userId)
        return profile ? [{ userId, user: profile, actionId, payload: JSON.parse(payload ?? 'null') }] : []
      })
      return { code: 0, data }
    },
    'achievement.decide': async ({ userId, actionId, granted }, { user }) => {
      refuseUnlessAdmin(user)
      if (!(await decideAudit(ledger.storage, { userId, actionId, granted, now: ledger.now() })))
        throw refused('achievementAuditNotNeeded')
      return { code: 0 }
    },
  }
}

async function named(services: Services, request: WireRequest, actionId: number): Promise<StoredAchievement> {
  const stored = (await checkAchievements(services, request)).find(({ goal }) => goal.actionId === actionId)
  if (!stored) throw refused('invalidParameter', 'actionId: there is no such achievement')
  return stored
}

/** Rewards once despite concurrent requests: the transaction key is made of user and achievement. */
async function receive(
  ledger: TransferInput,
  { user: { id: userId } }: WireRequest,
  { goal, row }: StoredAchievement,
): Promise<void> {
  if (row.type === 'received') throw refused('achievementReceived')
  if (row.type === 'audit') throw refused('achievementUnderAudit')
  if (row.type !== 'completed') throw refused('achievementNotCompleted')
  const { repeated } = await charge(
    ledger,
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
  if (repeated) throw refused('achievementReceived')
}

const toAchievement = ({ goal, row }: StoredAchievement): Achievement => ({
  id: row.id,
  userId: row.userId,
  type: row.type,
  actionId: goal.actionId,
  progress: row.progress,
  progressMax: goal.max,
  done: row.type === 'completed' || row.type === 'received',
  doneAt: row.doneAt === null ? null : iso(row.doneAt),
  tx: row.hash,
  power: String(wholePower(goal.reward)),
})
