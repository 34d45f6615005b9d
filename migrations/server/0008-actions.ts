import type { Kysely } from 'kysely'

/** The rules of a user, what they did to entries, runs over stored entries, and deliveries to webhooks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const owned = (table: string) =>
    db.schema
      .createTable(table)
      .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
  await owned('actions')
    .addColumn('rules', 'text', (c) => c.notNull())
    /** 1 when a rule tests read or starred entries, so that marks need not load the rules. */
    .addColumn('watchesStatus', 'integer', (c) => c.notNull())
    /** Signs requests to webhooks. */
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('updatedAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('actionsKey', ['userId'])
    .execute()
  /** The combined result of all rules for an entry and its reader. */
  await owned('entryActions')
    .addColumn('entryId', 'text', (c) => c.notNull().references('entries.id').onDelete('cascade'))
    .addColumn('result', 'text', (c) => c.notNull())
    .addColumn('blocked', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('entryActionsKey', ['userId', 'entryId'])
    .execute()
  await db.schema.createIndex('entryActionsEntry').on('entryActions').column('entryId').execute()
  /** One rule, one entry: at most once. */
  await owned('ruleActs')
    .addColumn('entryId', 'text', (c) => c.notNull().references('entries.id').onDelete('cascade'))
    /** A digest of the rule, so that an edited one is another. */
    .addColumn('rule', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('cause', 'text', (c) => c.notNull())
    .addColumn('result', 'text', (c) => c.notNull())
    /** Its changes that would not be there without it, for undoing it. */
    .addColumn('starred', 'integer', (c) => c.notNull())
    .addColumn('marked', 'integer', (c) => c.notNull())
    .addColumn('run', 'text')
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('ruleActsKey', ['userId', 'entryId', 'rule'])
    .execute()
  await db.schema.createIndex('ruleActsEntry').on('ruleActs').column('entryId').execute()
  await db.schema.createIndex('ruleActsRun').on('ruleActs').columns(['userId', 'run']).execute()
  await owned('actionRuns')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('rules', 'text', (c) => c.notNull())
    /** The id of the last entry that was checked. */
    .addColumn('reached', 'text', (c) => c.notNull())
    .addColumn('examined', 'integer', (c) => c.notNull())
    .addColumn('touched', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('actionRunsUser').on('actionRuns').columns(['userId', 'createdAt']).execute()
  await owned('webhookDeliveries')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('entryId', 'text', (c) => c.notNull().references('entries.id').onDelete('cascade'))
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('status', 'integer')
    .addColumn('message', 'text')
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('updatedAt', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('webhookDeliveriesUser')
    .on('webhookDeliveries')
    .columns(['userId', 'createdAt'])
    .execute()
  await db.schema.createIndex('webhookDeliveriesEntry').on('webhookDeliveries').column('entryId').execute()
}
