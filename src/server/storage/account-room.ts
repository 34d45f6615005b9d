/** How much an account stores of its own: entries of its inboxes, highlights and notes. What feeds bring is everybody's. */
import { sql } from 'kysely'
import type { Storage } from './open.ts'

export type AccountRoom = {
  /** Takes room for what is about to be stored. @param bytes about so many @returns false where the account has no room left */
  readonly take: (userId: string, bytes: number) => Promise<boolean>
}

type Account = {
  bytes: number
  /** ms since 1970 */
  readonly countedAt: number
}

/** Deletions are seen when it is counted again: at the earliest after this time, ms, and only where there is no room. */
const COUNT_AGAIN_MS = 60_000
/** Accounts that are remembered. */
const ACCOUNTS_MAX = 10_000

/** Each process counts what it stores; another one's is seen when it is counted again. @param limit bytes; 0: none */
export function createAccountRoom(
  storage: Storage,
  { limit, now }: { readonly limit: number; readonly now: () => number },
): AccountRoom {
  const accounts = new Map<string, Account>()
  const count = async (userId: string): Promise<Account> => {
    const account = { bytes: await storedBytes(storage, userId), countedAt: now() }
    const oldest = accounts.keys().next().value
    if (accounts.size >= ACCOUNTS_MAX && oldest !== undefined) accounts.delete(oldest)
    accounts.set(userId, account)
    return account
  }
  return {
    async take(userId, bytes) {
      if (limit === 0) return true
      let account = accounts.get(userId) ?? (await count(userId))
      if (account.bytes + bytes > limit && now() - account.countedAt >= COUNT_AGAIN_MS)
        account = await count(userId)
      if (account.bytes + bytes > limit) return false
      account.bytes += bytes
      return true
    },
  }
}

/** Lengths alone, which the database knows without reading the texts. */
async function storedBytes({ db }: Storage, userId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number | string | null }>`
    select sum(bytes) as bytes from (
      select sum(coalesce(octet_length(c.content), 0) + coalesce(octet_length(e.description), 0)) as bytes
        from inboxes i join entries e on e."feedId" = i."feedId" left join "entryContents" c on c."entryId" = e.id
        where i."userId" = ${userId}
      union all
      select sum(coalesce(octet_length(h.exact), 0) + coalesce(octet_length(h.note), 0)) as bytes
        from highlights h where h."userId" = ${userId}
    ) stored`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}
