import type { Kysely } from 'kysely'

/**
 * More of an account: second factors, passkeys, pictures, devices that receive pushes, and consent to store usage
 * events. twoFactor and passkey are tables of better-auth: times as in 0001-accounts.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const time = kind === 'postgres' ? 'timestamptz' : 'text'
  const bool = kind === 'postgres' ? 'boolean' : 'integer'
  const owned = (table: string) =>
    db.schema
      .createTable(table)
      .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
  await db.schema.alterTable('user').addColumn('twoFactorEnabled', bool).execute()
  await owned('twoFactor')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('backupCodes', 'text', (c) => c.notNull())
    .addColumn('verified', bool)
    .addColumn('failedVerificationCount', 'integer')
    .addColumn('lockedUntil', time)
    .execute()
  await db.schema.createIndex('twoFactorUser').on('twoFactor').column('userId').execute()
  /** Used codes: each is valid once. `counter` is the number of its half minute. */
  await owned('usedCodes')
    .addColumn('counter', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('usedCodesKey', ['userId', 'counter'])
    .execute()
  await owned('passkey')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text')
    .addColumn('publicKey', 'text', (c) => c.notNull())
    .addColumn('credentialID', 'text', (c) => c.notNull())
    .addColumn('counter', 'integer', (c) => c.notNull())
    .addColumn('deviceType', 'text', (c) => c.notNull())
    .addColumn('backedUp', bool, (c) => c.notNull())
    .addColumn('transports', 'text')
    .addColumn('createdAt', time)
    .addColumn('aaguid', 'text')
    .execute()
  await db.schema.createIndex('passkeyUser').on('passkey').column('userId').execute()
  await db.schema.createIndex('passkeyCredential').on('passkey').column('credentialID').execute()
  await owned('avatars')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('bytes', kind === 'postgres' ? 'bytea' : 'blob', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('avatarsUser').on('avatars').column('userId').execute()
  await owned('devices')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('token', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    /** A device belongs to one user: the one who signed in on it last. */
    .addUniqueConstraint('devicesToken', ['token'])
    .execute()
  await db.schema.createIndex('devicesUser').on('devices').columns(['userId', 'channel']).execute()
  /** Values that all processes of this server share: the keys that sign pushes. */
  await db.schema
    .createTable('serverKeys')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute()
  /** Changes of a device, for the other processes to notify other devices of; stored for minutes. */
  await owned('notices')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('noticesAt').on('notices').column('at').execute()
  /** A row means consent. */
  await owned('usageConsents')
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('usageConsentsKey', ['userId'])
    .execute()
  await owned('usageEvents')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('params', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('usageEventsUser').on('usageEvents').columns(['userId', 'at']).execute()
  await db.schema.createIndex('usageEventsAt').on('usageEvents').column('at').execute()
}
