import { sql, type Kysely } from 'kysely'

/** Stars. `createdAt` and `view` are what the server confirmed, null when it knows no star; the pending two count while
 * `pending` is 1, and a null `pendingCreatedAt` then takes the star away. The shown two are what the person sees. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('collections')
    .addColumn('entryId', 'text', (c) => c.primaryKey())
    .addColumn('feedId', 'text', (c) => c.notNull())
    .addColumn('publishedAt', 'integer', (c) => c.notNull())
    .addColumn('createdAt', 'integer')
    .addColumn('view', 'integer')
    .addColumn('pending', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('pendingCreatedAt', 'integer')
    .addColumn('pendingView', 'integer')
    .addColumn('shownAt', 'integer', (c) =>
      c.generatedAlwaysAs(sql`case when "pending" then "pendingCreatedAt" else "createdAt" end`).stored(),
    )
    .addColumn('shownView', 'integer', (c) =>
      c.generatedAlwaysAs(sql`case when "pending" then "pendingView" else "view" end`).stored(),
    )
    .execute()
}
