/** The user's POWER as the server has it, and every change of it. */
import { createEffect, createEvent, sample } from 'effector'
import { chartStart } from './days.ts'
import type { PowerCalls } from './power-calls.ts'
import { createRemote } from './remote.ts'
import type { Transaction } from './wire.ts'

export const filters = ['all', 'tip', 'mint', 'purchase', 'withdraw', 'airdrop', 'burn'] as const
export type Filter = (typeof filters)[number]

/** A payment from a dialog. One key for as long as the dialog is open: repeated, it pays once. */
export type Payment = { readonly amount: bigint; readonly key: string }

/** Transactions of a page. */
const PAGE = 100
/** The most that the server sends at once. */
const MOST = 200

export type PowerModel = ReturnType<typeof createPowerModel>

export function createPowerModel(power: PowerCalls) {
  const { wallets, boosts, achievement } = power

  const overview = createRemote(async (_: void) => {
    const [{ data: list }, rules, { data: isClaimable }] = await Promise.all([
      wallets.get({}),
      power.rules(),
      wallets.claimCheck({}),
    ])
    return { wallet: list[0] ?? null, rules, isClaimable }
  })
  const airdrop = createRemote(async (_: void) => (await wallets.airdrop({})).data)
  const own = (userId: string) => ({ fromOrToUserId: userId })
  const transactions = createRemote(
    async ({ userId, filter, pages }: { userId: string; filter: Filter; pages: number }) => {
      const rows: Transaction[] = []
      for (let page = 0; page < pages; page += 1) {
        const type = filter === 'all' ? {} : { type: filter }
        const { data } = await wallets.transactions({
          ...own(userId),
          ...type,
          limit: PAGE,
          offset: page * PAGE,
        })
        rows.push(...data)
        if (data.length < PAGE) return { rows, hasMore: false }
      }
      return { rows, hasMore: true }
    },
    (one, other) => one.userId === other.userId && one.filter === other.filter,
  )
  /** Of the days of the chart. */
  const recent = createRemote(async ({ userId, now }: { userId: string; now: number }) => {
    const rows: Transaction[] = []
    for (;;) {
      const createdAfter = chartStart(now)
      const { data } = await wallets.transactions({
        ...own(userId),
        createdAfter,
        limit: MOST,
        offset: rows.length,
      })
      rows.push(...data)
      if (data.length < MOST) return rows
    }
  })
  const ranking = createRemote(async (_: void) => (await wallets.ranking({ limit: PAGE })).data)
  const achievements = createRemote(async (_: void) => {
    const { data, done, total } = await achievement.list({ type: 'all' })
    return { list: data, done, total }
  })
  const boost = createRemote(
    async (feedId: string) => {
      const [{ data: state }, { data: boosters }] = await Promise.all([
        boosts.get({ feedId }),
        boosts.boosters({ feedId }),
      ])
      return { ...state, boosters }
    },
    (one, other) => one === other,
  )

  const createWalletFx = createEffect(async (_: void) => void (await wallets.create({})))
  const claimFx = createEffect(async (_: void) => void (await wallets.claimDaily({})))
  /** An airdrop is sent to users who confirm it; to claim it in the reader is to confirm it. */
  const claimAirdropFx = createEffect(async (_: void) => {
    const { data } = await wallets.airdrop({})
    if (data?.verify === null) await wallets.verifyAirdrop({ verify: 'reader' })
    await wallets.claimAirdrop({})
  })
  /** These end with null when the user closes the question for the code. */
  const tipFx = createEffect(({ entryId, amount, key }: Payment & { entryId: string }) =>
    power.withCode((code) =>
      wallets.tip({ entryId, amount: String(amount), ...code }, { idempotencyKey: key }),
    ),
  )
  const boostFx = createEffect(({ feedId, amount, key }: Payment & { feedId: string }) =>
    power.withCode((code) =>
      boosts.create({ feedId, amount: String(amount), ...code }, { idempotencyKey: key }),
    ),
  )
  const withdrawFx = createEffect(({ address, amount, key }: Payment & { address: string }) =>
    power.withCode((code) =>
      wallets.withdraw({ address, amount: String(amount), ...code }, { idempotencyKey: key }),
    ),
  )
  const receiveFx = createEffect(async (actionId: number) => void (await achievement.receive({ actionId })))
  const checkFx = createEffect(async (actionId: number) => (await achievement.check({ actionId })).data)
  const auditFx = createEffect(
    async ({ actionId, username }: { actionId: number; username: string }) =>
      void (await achievement.audit({ actionId, payload: { username } })),
  )

  /** Handed-in achievements of all users, for an admin. */
  const audits = createRemote(async (_: void) => (await achievement.audits({})).data)
  const decideFx = createEffect(
    async (decision: { readonly userId: string; readonly actionId: number; readonly granted: boolean }) =>
      void (await achievement.decide(decision)),
  )
  /** @returns how many users it was new for */
  const grantAirdropFx = createEffect(
    async ({ userIds, amount }: { readonly userIds: readonly string[]; readonly amount: bigint }) =>
      (await wallets.grantAirdrop({ userIds: [...userIds], amount: String(amount) })).data.granted,
  )
  const auditLedgerFx = createEffect(async (_: void) => (await wallets.audit({})).data)
  sample({ clock: decideFx.finally, fn: () => {}, target: audits.loadFx })

  /** Something was paid or received: open screens load their parts again. */
  const changed = createEvent()
  sample({
    clock: [
      createWalletFx.finally,
      claimFx.finally,
      claimAirdropFx.finally,
      tipFx.finally,
      boostFx.finally,
      withdrawFx.finally,
      receiveFx.finally,
    ],
    fn: () => {},
    target: changed,
  })
  sample({ clock: changed, target: overview.loadFx })
  sample({
    clock: [receiveFx.finally, checkFx.finally, auditFx.finally],
    fn: () => {},
    target: achievements.loadFx,
  })
  return {
    changed,
    overview,
    airdrop,
    transactions,
    recent,
    ranking,
    achievements,
    boost,
    createWalletFx,
    claimFx,
    claimAirdropFx,
    tipFx,
    boostFx,
    withdrawFx,
    receiveFx,
    checkFx,
    auditFx,
    audits,
    decideFx,
    grantAirdropFx,
    auditLedgerFx,
  }
}
