import { sql, type Kysely } from 'kysely'

/** Answers of repeated requests are sealed from now on; those that may hold a secret in the clear go. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const call of ['appPasswords.create', 'actions.renewWebhookSecret', 'plugins.call'])
    await sql`delete from answered where key like ${`${call} %`}`.execute(db)
}
