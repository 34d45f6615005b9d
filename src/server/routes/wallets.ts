import type { Output } from '../../contract/calls.ts'
import { passesCaptcha } from '../accounts/captcha.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import { airdropOf, claimAirdrop, grantAirdrop, verifyAirdrop } from '../power/airdrop.ts'
import { audit } from '../power/audit.ts'
import { claimDaily, hasClaimed } from '../power/daily.ts'
import { dayOf, ensureDay } from '../power/days.ts'
import { keyOf } from '../power/pay.ts'
import { tip } from '../power/tip.ts'
import { ensureWallet, walletOf } from '../power/wallets.ts'
import { withdraw } from '../power/withdraw.ts'
import { transactionsOf } from '../storage/power/power-transactions.ts'
import { refuseUnlessAdmin, refuseTrial } from './refuse.ts'
import { ranking, shownWallets, toTransactions } from './wire-power.ts'

const PAGE = 100

/** POWER: wallets, the daily claim, tips, and transactions. */
export const walletsRoutes = {
  'wallets.get': async (context, { userId }) => ({
    code: 0,
    data: await shownWallets(context, userId || context.user.id),
  }),
  'wallets.create': async ({ user, storage, now }) => ({
    code: 0,
    data: (await ensureWallet(storage, user.id, now())).address,
  }),
  /** Balances are sums and always current; only today's ranking may be missing. */
  'wallets.refresh': async (context) => {
    await walletOrRefusal(context)
    await ensureDay(context)
    return { code: 0 }
  },
  'wallets.ranking': async (context, { limit = PAGE, offset = 0 }) => ({
    code: 0,
    data: await ranking(context, { limit, offset }),
  }),
  /** This server's POWER has no exchange rate to RSS3. */
  'wallets.powerPrice': async () => ({ code: 0, data: { rss3: 0 } }),
  'wallets.transactions': async (
    { user, storage },
    { createdAfter, limit = PAGE, offset = 0, ...filter },
  ) => {
    const since = createdAfter === undefined ? undefined : momentOf(createdAfter)
    const rows = await transactionsOf(storage, user.id, { ...filter, createdAfter: since, limit, offset })
    return { code: 0, data: await toTransactions(storage, rows) }
  },

  'wallets.tip': async (context, { entryId, amount, TOTPCode }) => {
    refuseTrial(context.user)
    return paid(await tip(context, { entryId, amount: BigInt(amount), key: keyOf(context, 'tip') }, TOTPCode))
  },
  'wallets.claimDaily': claim,
  'wallets.claimDailyOfSdk': claim,
  'wallets.claimCheck': async ({ user, storage, now }) => {
    const wallet = await walletOf(storage, user.id)
    const data = wallet !== undefined && !(await hasClaimed(storage, user.id, dayOf(now())))
    return { code: 0, data }
  },
  'wallets.withdraw': async (context, { amount, address, TOTPCode }) => {
    refuseTrial(context.user)
    const withdrawal = { amount: BigInt(amount), address, key: keyOf(context, 'withdraw') }
    return paid(await withdraw(context, withdrawal, TOTPCode))
  },

  'wallets.airdrop': async ({ user, storage }) => {
    const row = await airdropOf(storage, user.id)
    if (!row) return { code: 0, data: null }
    const { hash, amount, rank, detail, verify } = row
    return { code: 0, data: { tx: hash, amount, rank, detail, verify } }
  },
  'wallets.claimAirdrop': async (context) => paid(await claimAirdrop(context, context.user.id)),
  'wallets.verifyAirdrop': async ({ user, storage }, { verify }) => {
    await verifyAirdrop(storage, user.id, verify)
    return { code: 0 }
  },
  'wallets.grantAirdrop': async ({ user, storage }, { userIds, amount, detail = null }) => {
    refuseUnlessAdmin(user)
    if (BigInt(amount) === 0n) throw new Refusal('invalidParameter', 'amount: more than 0')
    return { code: 0, data: { granted: await grantAirdrop(storage, { userIds, amount, detail }) } }
  },
  'wallets.audit': async ({ user, storage }) => {
    refuseUnlessAdmin(user)
    const { minted, burned, supply, problems, ...ends } = await audit(storage)
    const sums = { minted: String(minted), burned: String(burned), supply: String(supply) }
    return { code: 0, data: { ...ends, ...sums, problems: [...problems] } }
  },
} satisfies Routes

async function claim(context: RequestContext): Promise<Output<'wallets.claimDaily'>> {
  if (!(await passesCaptcha(context, context.headers, ['r2', 'r3']))) throw new Refusal('captchaFailed')
  await claimDaily(context, context.user)
  return { code: 0 }
}

const paid = ({ hash }: { readonly hash: string }): Output<'wallets.tip'> => ({
  code: 0,
  data: { transactionHash: hash },
})

async function walletOrRefusal({ storage, user }: RequestContext): Promise<void> {
  if (!(await walletOf(storage, user.id))) throw new Refusal('walletError', 'There is no wallet yet.')
}

function momentOf(text: string): number {
  const time = /^\d+$/.test(text) ? Number(text) : Date.parse(text)
  if (Number.isNaN(time)) throw new Refusal('invalidParameter', 'createdAfter: a time')
  return time
}
