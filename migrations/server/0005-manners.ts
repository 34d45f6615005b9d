import type { Kysely } from 'kysely'

/** Limits that sites have requested, and pushes of new entries (WebSub). Times are ms since 1970. */
export async function up(db: Kysely<unknown>): Promise<void> {
  /** When the feed must not be requested: `{hours, days}` as JSON. */
  await db.schema.alterTable('feeds').addColumn('quietTimes', 'text').execute()
  /** Retry-After: until then not even a user's request is sent. */
  await db.schema.alterTable('feeds').addColumn('waitUntil', 'bigint').execute()
  await db.schema
    .createTable('sites')
    .addColumn('site', 'text', (c) => c.primaryKey())
    .addColumn('waitUntil', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('hubs')
    .addColumn('feedId', 'text', (c) => c.primaryKey().references('feeds.id').onDelete('cascade'))
    .addColumn('hub', 'text', (c) => c.notNull())
    .addColumn('topic', 'text', (c) => c.notNull())
    /** The last part of our callback address, a secret. */
    .addColumn('token', 'text', (c) => c.notNull().unique())
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    /** Until when the hub notifies us; null before it has agreed. */
    .addColumn('leaseUntil', 'bigint')
    .addColumn('pushedAt', 'bigint')
    /** Time of the next request to the hub, to subscribe or renew. */
    .addColumn('askAt', 'bigint', (c) => c.notNull())
    .addColumn('failures', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('message', 'text')
    .execute()
  await db.schema.createIndex('hubsAsk').on('hubs').column('askAt').execute()
}
