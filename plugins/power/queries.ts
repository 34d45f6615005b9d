/** What the screens request of the server. */
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import type { ClientHost } from '../../src/plugin-api/client.ts'
import { freshQuery } from '../../src/plugin-api/queries.ts'
import { chartStart } from './days.ts'
import type { PowerModel } from './model.ts'
import type { Transaction } from './wire.ts'

export const filters = ['all', 'tip', 'mint', 'purchase', 'withdraw', 'airdrop', 'burn'] as const
export type Filter = (typeof filters)[number]

/** Transactions of a page. */
const PAGE = 100
/** The most that the server sends at once. */
const MOST = 200

/** What was given out to the user. */
export function useAirdrop({ power: { wallets }, $revision }: PowerModel) {
  return useQuery({
    ...freshQuery,
    queryKey: ['power', 'airdrop', useUnit($revision)],
    queryFn: async () => (await wallets.airdrop({})).data,
    placeholderData: keepPreviousData,
  })
}

/** `balance` changes with each transaction. */
type Owner = { readonly userId: string; readonly balance: string }

/** The transactions of one kind, page by page. */
export function useTransactions(
  { power: { wallets } }: PowerModel,
  { userId, balance, filter }: Owner & { readonly filter: Filter },
) {
  return useInfiniteQuery({
    ...freshQuery,
    queryKey: ['power', 'transactions', userId, balance, filter],
    queryFn: async ({ pageParam: offset }) => {
      const type = filter === 'all' ? {} : { type: filter }
      return (await wallets.transactions({ fromOrToUserId: userId, ...type, limit: PAGE, offset })).data
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < PAGE ? undefined : pages.length * PAGE),
    placeholderData: (loaded, query) => (query?.queryKey.at(-1) === filter ? loaded : undefined),
  })
}

/** All transactions of the days of the chart. @param now ms since 1970 */
export function useRecentTransactions(
  { power: { wallets } }: PowerModel,
  { userId, balance, now }: Owner & { readonly now: number },
) {
  return useQuery({
    ...freshQuery,
    queryKey: ['power', 'recent', userId, now, balance],
    queryFn: async () => {
      const rows: Transaction[] = []
      for (;;) {
        const { data } = await wallets.transactions({
          fromOrToUserId: userId,
          createdAfter: chartStart(now),
          limit: MOST,
          offset: rows.length,
        })
        rows.push(...data)
        if (data.length < MOST) return rows
      }
    },
    placeholderData: keepPreviousData,
  })
}

/** The richest users. */
export function useRanking({ power: { wallets } }: PowerModel) {
  return useQuery({
    ...freshQuery,
    queryKey: ['power', 'ranking'],
    queryFn: async () => (await wallets.ranking({ limit: PAGE })).data,
  })
}

/** The achievements of the user, done and to do. */
export function useAchievements({ power: { achievement } }: PowerModel) {
  return useQuery({
    ...freshQuery,
    queryKey: ['power', 'achievements'],
    queryFn: () => achievement.list({ type: 'all' }),
  })
}

/** Handed-in achievements of all users, for an admin. */
export function useAudits({ power: { achievement } }: PowerModel) {
  return useQuery({
    ...freshQuery,
    queryKey: ['power', 'audits'],
    queryFn: async () => (await achievement.audits({})).data,
  })
}

/** How far a feed is boosted, and by whom. */
export function useBoost({ power: { boosts } }: PowerModel, feedId: string) {
  return useQuery({
    ...freshQuery,
    queryKey: ['power', 'boost', feedId],
    queryFn: async () => {
      const [{ data: state }, { data: boosters }] = await Promise.all([
        boosts.get({ feedId }),
        boosts.boosters({ feedId }),
      ])
      return { ...state, boosters }
    },
  })
}

/** A change of achievements. The user is notified of a failure, and what was loaded of `part` is loaded again. */
export function useAchievementChange<Input>(
  { failed }: Pick<ClientHost, 'failed'>,
  part: 'achievements' | 'audits',
  send: (input: Input) => Promise<unknown>,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onError: useUnit(failed),
    onSettled: () => client.invalidateQueries({ queryKey: ['power', part] }),
  })
}
