/** Devices that receive pushes. */
import type { Storage } from '../open.ts'
import type { DeviceRow } from '../schema.ts'

/** A user's devices, the oldest first. */
export function devicesOf({ db }: Storage, userId: string, channel?: string): Promise<DeviceRow[]> {
  const all = db.selectFrom('devices').selectAll().where('userId', '=', userId)
  const some = channel === undefined ? all : all.where('channel', '=', channel)
  return some.orderBy('createdAt').orderBy('id').execute()
}

/** Adds a device, or transfers it to this user: a previous user of it has signed out. */
export async function addDevice({ db }: Storage, row: DeviceRow): Promise<void> {
  const { userId, channel, createdAt } = row
  await db
    .insertInto('devices')
    .values(row)
    .onConflict((on) => on.column('token').doUpdateSet({ userId, channel, createdAt }))
    .execute()
}

/** Deletes all but a user's newest devices, so that stale ones do not accumulate. */
export async function pruneDevices({ db }: Storage, userId: string, most: number): Promise<void> {
  const newest = db
    .selectFrom('devices')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
  await db.deleteFrom('devices').where('userId', '=', userId).where('id', 'not in', newest).execute()
}

export async function deviceById({ db }: Storage, id: string): Promise<DeviceRow | undefined> {
  return db.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function removeDevice({ db }: Storage, id: string): Promise<void> {
  await db.deleteFrom('devices').where('id', '=', id).execute()
}

/** @param token one device; all of the channel when absent */
export async function removeDevices(
  { db }: Storage,
  userId: string,
  { channel, token }: { readonly channel: string; readonly token?: string },
): Promise<void> {
  const all = db.deleteFrom('devices').where('userId', '=', userId).where('channel', '=', channel)
  await (token === undefined ? all : all.where('token', '=', token)).execute()
}
