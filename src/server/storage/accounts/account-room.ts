/** How much an account stores of its own. Entries of feeds are shared, except those of a user's own feeds. */
import { sql } from 'kysely'
import type { Storage } from '../open.ts'
import type { Schema } from '../schema.ts'

export type AccountRoom = {
  /** Reserves space for new data. @param bytes approximate size @returns false where the account has no space left */
  readonly take: (userId: string, bytes: number) => Promise<boolean>
  /** The texts of a plugin's table with a `userId` count too. */
  readonly alsoCount: (table: OwnTable) => void
}

/** Columns that a user fills, of a table with a `userId`. */
export type OwnTable = { readonly table: string; readonly columns: readonly string[] }

type Account = {
  bytes: number
  /** ms since 1970 */
  readonly countedAt: number
}

/** Deletions are noticed when space is counted again: after this time, ms, at the earliest, and only where there is none left. */
const COUNT_AGAIN_MS = 60_000
/** Maximum number of cached accounts. */
const ACCOUNTS_MAX = 10_000

/** Each process counts what it stores itself; that of others is noticed when space is counted again. @param limit bytes; 0: none */
export function createAccountRoom(
  storage: Storage,
  { limit, now }: { readonly limit: number; readonly now: () => number },
): AccountRoom {
  const accounts = new Map<string, Account>()
  const ofPlugins: OwnTable[] = []
  const count = async (userId: string): Promise<Account> => {
    const account = { bytes: await storedBytes(storage, userId, [...OWN, ...ofPlugins]), countedAt: now() }
    const oldest = accounts.keys().next().value
    if (accounts.size >= ACCOUNTS_MAX && oldest !== undefined) accounts.delete(oldest)
    accounts.set(userId, account)
    return account
  }
  return {
    alsoCount: (table) => void ofPlugins.push(table),
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

/**
 * The columns that a user fills, of tables with a `userId`. Short ones with a bound of their own are left out: names of labels
 * and lists, marks, positions.
 */
const OWN: readonly { readonly table: keyof Schema; readonly columns: readonly string[] }[] = [
  { table: 'highlights', columns: ['exact', 'note'] },
  { table: 'settings', columns: ['payload'] },
  { table: 'pluginSettings', columns: ['payload', 'secrets'] },
  { table: 'installedPlugins', columns: ['bundle', 'previous'] },
  { table: 'pluginCatalogues', columns: ['payload'] },
  { table: 'actions', columns: ['rules'] },
  { table: 'actionRuns', columns: ['rules'] },
  { table: 'ruleActs', columns: ['result'] },
  { table: 'entryActions', columns: ['result'] },
  { table: 'webhookDeliveries', columns: ['url', 'operand'] },
  { table: 'tokenUses', columns: ['undo'] },
  { table: 'answered', columns: ['body'] },
  { table: 'avatars', columns: ['bytes'] },
  { table: 'saves', columns: ['url'] },
  { table: 'pluginValues', columns: ['value'] },
  { table: 'pluginEvents', columns: ['detail'] },
]

const lengthOf = (...columns: readonly string[]) =>
  sql`sum(${sql.join(
    columns.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`),
    sql` + `,
  )})`

/** Only lengths, which the database knows without reading the texts. */
async function storedBytes({ db }: Storage, userId: string, tables: readonly OwnTable[]): Promise<number> {
  const own = tables.map(
    ({ table, columns }) =>
      sql`select ${lengthOf(...columns)} as bytes from ${sql.table(table)} where "userId" = ${userId}`,
  )
  const entries = lengthOf('c.content', 'e.description', 'v.content')
  const { rows } = await sql<{ bytes: number | string | null }>`
    select sum(bytes) as bytes from (
      select ${entries} as bytes from inboxes i join entries e on e."feedId" = i."feedId" left join "entryContents" c on c."entryId" = e.id
        left join "entryReadability" v on v."entryId" = e.id where i."userId" = ${userId}
      union all
      select ${entries} as bytes from "feedRequests" r join entries e on e."feedId" = r."feedId"
        left join "entryContents" c on c."entryId" = e.id left join "entryReadability" v on v."entryId" = e.id
        where r."userId" = ${userId}
      union all
      select ${lengthOf('f.value', 'f.words')} as bytes from "feedRequests" r join entries e on e."feedId" = r."feedId"
        join "episodeFiles" f on f."entryId" = e.id where r."userId" = ${userId}
      union all
      select ${lengthOf('p.text')} as bytes from "feedRequests" r join "pageTexts" p on p."feedId" = r."feedId"
        where r."userId" = ${userId}
      union all
      select ${lengthOf('l.url', 'l.title', 'l.reason')} as bytes from imports i
        join "importLines" l on l."importId" = i.id where i."userId" = ${userId}
      union all ${sql.join(own, sql` union all `)}
    ) stored`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}
