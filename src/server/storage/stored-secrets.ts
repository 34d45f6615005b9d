/** Secrets that have to be read again, sealed with the server's own: a copy of the database alone gives none of them away. */
import { sql } from 'kysely'
import { createSeal } from '../plugins/sealed.ts'
import type { Storage } from './open.ts'

const MARK = 'sealed:'

export type StoredSecrets = {
  readonly close: (secret: string) => string
  /** Of a secret that was sealed with another server secret, null. One that is not sealed yet comes back as it is. */
  readonly open: (stored: string) => string | null
}

/** @param serverSecret from the data folder @param use what is sealed for one use no other opens */
export function createStoredSecrets(serverSecret: string, use: string): StoredSecrets {
  const seal = createSeal(serverSecret, use)
  return {
    close: (secret) => MARK + seal.close(secret),
    open: (stored) => {
      if (!stored.startsWith(MARK)) return stored
      try {
        return seal.open(stored.slice(MARK.length))
      } catch {
        return null
      }
    },
  }
}

/** A column of secrets, and the one by which its rows are told apart. */
export type SecretColumn = { readonly table: string; readonly key: string; readonly column: string }

/** Seals what was stored before there were seals. Done at each start, and by then mostly nothing. */
export async function sealOpenSecrets(
  { db }: Storage,
  { table, key, column }: SecretColumn,
  secrets: StoredSecrets,
): Promise<void> {
  const [rows, id, secret] = [sql.table(table), sql.ref(key), sql.ref(column)]
  const open = await sql<{ id: string; secret: string }>`select ${id} as id, ${secret} as secret from ${rows}
    where ${secret} is not null and ${secret} not like ${`${MARK}%`}`.execute(db)
  for (const row of open.rows)
    // Another process may have sealed it meanwhile, or its owner changed it.
    await sql`update ${rows} set ${sql.ref(column)} = ${secrets.close(row.secret)}
      where ${id} = ${row.id} and ${secret} = ${row.secret}`.execute(db)
}
