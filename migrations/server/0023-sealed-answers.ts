import { sql, type Kysely } from 'kysely'

/** Responses to repeated requests are sealed from now on; those that may contain a secret in plain text are deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const call of ['appPasswords.create', 'actions.renewWebhookSecret', 'plugins.call'])
    await sql`delete from answered where key like ${`${call} %`}`.execute(db)
}
