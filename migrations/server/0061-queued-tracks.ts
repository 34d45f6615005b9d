import type { Kysely } from 'kysely'

/**
 * Tracks of each user's queue, and of those that were removed, so that another device does not add them again. `track`:
 * JSON. `at`: when it was changed, ms since 1970.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('queuedTracks')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('src', 'text', (c) => c.notNull())
    .addColumn('entryId', 'text', (c) => c.notNull().references('entries.id').onDelete('cascade'))
    .addColumn('track', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('queuedTracksKey', ['userId', 'src'])
    .execute()
  await db.schema.createIndex('queuedTracksByTime').on('queuedTracks').columns(['userId', 'at']).execute()
  await db.schema.createIndex('queuedTracksEntry').on('queuedTracks').column('entryId').execute()
}
