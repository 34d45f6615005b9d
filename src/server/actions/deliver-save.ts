/** A save that waits among the deliveries of rules: it is tried again there, and the list of deliveries says how it ended. */
import type { Services } from '../http/routes.ts'
import { enqueue } from '../jobs/jobs.ts'
import { insertDelivery } from '../storage/actions/actions.ts'
import { DELIVERY_QUEUE } from './queue-names.ts'

export async function deliverSave(
  { storage, now, newId }: Pick<Services, 'storage' | 'now' | 'newId'>,
  userId: string,
  plugin: string,
  entryId: string,
): Promise<void> {
  const id = newId()
  await storage.db.transaction().execute(async (db) => {
    const target = { url: '', plugin, action: null, operand: null }
    await insertDelivery({ ...storage, db }, { id, userId, entryId, ...target, now: now() })
    await enqueue({ ...storage, db }, DELIVERY_QUEUE, id, { delivery: id }, now(), userId)
  })
}
