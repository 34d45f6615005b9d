/** Secrets that must be readable, sealed with the server's own: a copy of the database alone reveals none of them. */
import { sql } from 'kysely'
import { createSeal } from '../../plugins/sealed.ts'
import type { Storage } from '../open.ts'

const MARK = 'sealed:'

export type StoredSecrets = {
  readonly close: (secret: string) => string
  /** null for a secret that was sealed with another server secret. An unsealed one is returned unchanged. */
  readonly open: (stored: string) => string | null
}

/**
 * @param serverSecret from the data folder @param use separates the keys: a value sealed for one use cannot be
 * opened for another
 */
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

/** A column of secrets, and the key column of its rows. */
export type SecretColumn = { readonly table: string; readonly key: string; readonly column: string }

/** Seals secrets that older versions stored in plain text. Runs at each start. */
export async function sealOpenSecrets(
  { db }: Storage,
  { table, key, column }: SecretColumn,
  secrets: StoredSecrets,
): Promise<void> {
  const [rows, id, secret] = [sql.table(table), sql.ref(key), sql.ref(column)]
  const open = await sql<{ id: string; secret: string }>`select ${id} as id, ${secret} as secret from ${rows}
    where ${secret} <> '' and ${secret} not like ${`${MARK}%`}`.execute(db)
  for (const row of open.rows)
    // Another process may have sealed it meanwhile, or its owner changed it.
    await sql`update ${rows} set ${sql.ref(column)} = ${secrets.close(row.secret)}
      where ${id} = ${row.id} and ${secret} = ${row.secret}`.execute(db)
}
