import type { Kysely } from 'kysely'

/**
 * The POWER ledger. Amounts are integers of 10^-18 POWER: as decimal text where they are only shown, and as three
 * numbers (whole, middle, low: 10^18, 10^9 and 1) where SQL adds them up, since neither engine's 64 bits hold one.
 * Users and feeds are named without a reference: a ledger keeps what happened, also after they are deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('powerTransactions')
    /** 1, 2, 3 …: the position in the chain. */
    .addColumn('position', 'bigint', (c) => c.primaryKey())
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('previousHash', 'text', (c) => c.notNull().unique())
    /** Idempotency key: a repeated transaction is not booked again. */
    .addColumn('key', 'text', (c) => c.notNull().unique())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('amount', 'text', (c) => c.notNull())
    .addColumn('tax', 'text', (c) => c.notNull())
    .addColumn('fromUserId', 'text')
    .addColumn('toUserId', 'text')
    .addColumn('toFeedId', 'text')
    .addColumn('toListId', 'text')
    .addColumn('toEntryId', 'text')
    .addColumn('toRSSHubId', 'text')
    .addColumn('comment', 'text')
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute()
  for (const side of ['fromUserId', 'toUserId', 'toFeedId'])
    await db.schema
      .createIndex(`powerTransactions_${side}`)
      .on('powerTransactions')
      .columns([side, 'position'])
      .execute()
  await db.schema
    .createTable('powerPostings')
    .addColumn('position', 'bigint', (c) => c.notNull().references('powerTransactions.position'))
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('whole', 'bigint', (c) => c.notNull())
    .addColumn('middle', 'integer', (c) => c.notNull())
    .addColumn('low', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('powerPostingsKey', ['position', 'account'])
    .execute()
  /** Covers a balance, so that a sum reads no other page. */
  await db.schema
    .createIndex('powerPostingsAccount')
    .on('powerPostings')
    .columns(['account', 'whole', 'middle', 'low'])
    .execute()
  await db.schema
    .createTable('wallets')
    .addColumn('userId', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('address', 'text', (c) => c.notNull().unique())
    .addColumn('addressIndex', 'integer', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute()
  /** One row a day: which process has begun to compute the day's rewards, and the end of the chain then. */
  await db.schema
    .createTable('powerDays')
    .addColumn('day', 'text', (c) => c.primaryKey())
    .addColumn('startedAt', 'bigint', (c) => c.notNull())
    .addColumn('doneAt', 'bigint')
    .addColumn('headPosition', 'bigint')
    .addColumn('headHash', 'text')
    .execute()
  await db.schema
    .createTable('powerStandings')
    .addColumn('day', 'text', (c) => c.notNull().references('powerDays.day').onDelete('cascade'))
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('rank', 'integer', (c) => c.notNull())
    .addColumn('level', 'integer', (c) => c.notNull())
    .addColumn('activityPoints', 'integer', (c) => c.notNull())
    .addColumn('previousActivityPoints', 'integer')
    .addColumn('reward', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('powerStandingsKey', ['day', 'userId'])
    .execute()
  await db.schema
    .createTable('powerAirdrops')
    .addColumn('userId', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('amount', 'text', (c) => c.notNull())
    .addColumn('rank', 'integer')
    .addColumn('detail', 'text')
    .addColumn('verify', 'text')
    .addColumn('sendingAt', 'bigint')
    .addColumn('hash', 'text')
    .execute()
}
