import type { Storage } from '../storage/open.ts'

export type VapidKeys = { readonly publicKey: string; readonly privateKey: string }
const NAME = 'vapid'

/**
 * The VAPID keys that identify this server to push services. Created once and stored in the database, so that all processes
 * share them and browser subscriptions survive a move to another machine.
 */
export async function vapidKeys({ db }: Storage): Promise<VapidKeys> {
  const read = () => db.selectFrom('serverKeys').select('value').where('name', '=', NAME).executeTakeFirst()
  const stored = await read()
  if (stored) return JSON.parse(stored.value) as VapidKeys
  const { default: webPush } = await import('web-push')
  // Of two processes that start together one writes, and both use its keys.
  await db
    .insertInto('serverKeys')
    .values({ name: NAME, value: JSON.stringify(webPush.generateVAPIDKeys()) })
    .onConflict((on) => on.column('name').doNothing())
    .execute()
  const made = await read()
  if (!made) throw new Error('The push keys could not be stored.')
  return JSON.parse(made.value) as VapidKeys
}
