import type { Storage } from '../storage/open.ts'

export type VapidKeys = { readonly publicKey: string; readonly privateKey: string }
const NAME = 'vapid'

/**
 * The keys that prove to push services who we are. Made once and kept in the library, so that all processes use the same
 * and a browser's subscription outlives a move to another machine.
 */
export async function vapidKeys({ db }: Storage): Promise<VapidKeys> {
  const read = () => db.selectFrom('serverKeys').select('value').where('name', '=', NAME).executeTakeFirst()
  const kept = await read()
  if (kept) return JSON.parse(kept.value) as VapidKeys
  const { default: webPush } = await import('web-push')
  // Of two processes that start together one writes, and both use what it wrote.
  await db
    .insertInto('serverKeys')
    .values({ name: NAME, value: JSON.stringify(webPush.generateVAPIDKeys()) })
    .onConflict((on) => on.column('name').doNothing())
    .execute()
  const made = await read()
  if (!made) throw new Error('The keys for pushes could not be kept.')
  return JSON.parse(made.value) as VapidKeys
}
