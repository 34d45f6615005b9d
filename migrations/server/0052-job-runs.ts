import { sql, type Kysely } from 'kysely'

/** Whom a job concerns, and how its last run ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('jobs')
    .addColumn('userId', 'text', (c) => c.references('user.id').onDelete('set null'))
    .execute()
  await db.schema.alterTable('jobs').addColumn('ranAt', 'bigint').execute()
  await db.schema.alterTable('jobs').addColumn('ranMs', 'bigint').execute()
  await db.schema.alterTable('jobs').addColumn('failure', 'text').execute()
  await db.schema.createIndex('jobsUser').on('jobs').column('userId').execute()
  // Their keys begin with the user. Other jobs of users are over within hours.
  await sql`
    update jobs set "userId" = (select id from "user" where substr(jobs.key, 1, length("user".id) + 1) = "user".id || ' ')
    where queue = 'plugin-jobs'
  `.execute(db)
}
