import type { WireRequest } from '../../../src/plugin-api/server.ts'
import { airdropOf, claimAirdrop, grantAirdrop, verifyAirdrop } from './airdrop.ts'
import { claimDaily, hasClaimed } from './daily/daily.ts'
import { dayOf, ensureDay } from './daily/days.ts'
import { audit } from './ledger/audit.ts'
import { keyOf } from './ledger/pay.ts'
import { refused, refuseTrial, refuseUnlessAdmin } from './ledger/refused.ts'
import { transactionsOf } from './ledger/transactions.ts'
import { ensureWallet, walletOf } from './ledger/wallets.ts'
import type { Services } from './services.ts'
import { ranking, shownWallets, toTransactions, type Handlers, type Output } from './shown.ts'
import { tip } from './tip.ts'
import { withdraw } from './withdraw.ts'

const PAGE = 100

type Names = Extract<keyof Handlers, `wallets.${string}` | `admin.${string}`>

/** Wallets, the daily claim, tips, and transactions. */
export function walletsCalls(services: Services): Pick<Handlers, Names> {
  const { ledger } = services
  const { storage, now } = ledger
  return {
    'wallets.get': async ({ userId }, { user }) => ({
      code: 0,
      data: await shownWallets(services, user, userId || user.id),
    }),
    'wallets.create': async (_, { user }) => ({
      code: 0,
      data: (await ensureWallet(storage, user.id, now())).address,
    }),
    /** Balances are sums and always current; only today's ranking may be missing. */
    'wallets.refresh': async (_, { user }) => {
      if (!(await walletOf(storage, user.id))) throw refused('walletError', 'There is no wallet yet.')
      await ensureDay(ledger)
      return { code: 0 }
    },
    'wallets.ranking': async ({ limit = PAGE, offset = 0 }) => ({
      code: 0,
      data: await ranking(services, { limit, offset }),
    }),
    /** This server's POWER has no exchange rate to RSS3. */
    'wallets.powerPrice': async () => ({ code: 0, data: { rss3: 0 } }),
    'wallets.transactions': async ({ createdAfter, limit = PAGE, offset = 0, ...filter }, { user }) => {
      const since = createdAfter === undefined ? undefined : momentOf(createdAfter)
      const rows = await transactionsOf(storage, user.id, { ...filter, createdAfter: since, limit, offset })
      return { code: 0, data: await toTransactions(services, rows) }
    },

    'wallets.tip': async ({ entryId, amount, TOTPCode }, request) => {
      refuseTrial(request.user)
      const transfer = { entryId, amount: BigInt(amount), key: keyOf(request, 'tip') }
      return paid(await tip(services, request, transfer, TOTPCode))
    },
    'wallets.claimDaily': (_, request) => claim(services, request),
    'wallets.claimDailyOfSdk': (_, request) => claim(services, request),
    'wallets.claimCheck': async (_, { user }) => {
      const wallet = await walletOf(storage, user.id)
      const data = wallet !== undefined && !(await hasClaimed(storage, user.id, dayOf(now())))
      return { code: 0, data }
    },
    'wallets.withdraw': async ({ amount, address, TOTPCode }, request) => {
      refuseTrial(request.user)
      const withdrawal = { amount: BigInt(amount), address, key: keyOf(request, 'withdraw') }
      return paid(await withdraw(services, request, withdrawal, TOTPCode))
    },

    'wallets.airdrop': async (_, { user }) => {
      const row = await airdropOf(storage, user.id)
      if (!row) return { code: 0, data: null }
      const { hash, amount, rank, detail, verify } = row
      return { code: 0, data: { tx: hash, amount, rank, detail, verify } }
    },
    'wallets.claimAirdrop': async (_, { user }) => paid(await claimAirdrop(ledger, user.id)),
    'wallets.verifyAirdrop': async ({ verify }, { user }) => {
      await verifyAirdrop(storage, user.id, verify)
      return { code: 0 }
    },
    'wallets.grantAirdrop': async ({ userIds, amount, detail = null }, { user }) => {
      refuseUnlessAdmin(user)
      if (BigInt(amount) === 0n) throw refused('invalidParameter', 'amount: more than 0')
      return { code: 0, data: { granted: await grantAirdrop(storage, { userIds, amount, detail }) } }
    },
    'wallets.audit': async (_, { user }) => {
      refuseUnlessAdmin(user)
      const { minted, burned, supply, problems, ...ends } = await audit(storage)
      const sums = { minted: String(minted), burned: String(burned), supply: String(supply) }
      return { code: 0, data: { ...ends, ...sums, problems: [...problems] } }
    },
    'admin.mint': async (_, { user }) => {
      refuseUnlessAdmin(user)
      throw refused(
        'unprocessable',
        'POWER of this server is made by its own ledger; nothing is minted by hand.',
      )
    },
  }
}

async function claim(
  { ledger }: Services,
  { user, passesCaptcha }: WireRequest,
): Promise<Output<'wallets.claimDaily'>> {
  if (!(await passesCaptcha())) throw refused('captchaFailed')
  await claimDaily(ledger, user)
  return { code: 0 }
}

const paid = ({ hash }: { readonly hash: string }): Output<'wallets.tip'> => ({
  code: 0,
  data: { transactionHash: hash },
})

function momentOf(text: string): number {
  const time = /^\d+$/.test(text) ? Number(text) : Date.parse(text)
  if (Number.isNaN(time)) throw refused('invalidParameter', 'createdAfter: a time')
  return time
}
