/** The queue of push messages: one job per message and device, until delivered or outdated. */
import { z } from 'zod'
import { pushMessage, type PushMessage } from '../../contract/messaging.ts'
import type { Services } from '../http/routes.ts'
import { enqueue } from '../jobs/jobs.ts'
import type { Queues } from '../jobs/runner.ts'
import { deviceById, devicesOf } from '../storage/accounts/devices.ts'
import { isDisabled } from '../storage/accounts/users.ts'
import { push } from './push.ts'

const PUSHES = 'pushes'
const MESSAGE_TTL_MS = 6 * 3_600_000
const storedMessage = z.object({
  device: z.string(),
  userId: z.string(),
  message: pushMessage,
  at: z.number(),
})

type PushServices = Pick<Services, 'storage' | 'outbound' | 'config' | 'log' | 'now'>

/** An entry to notify a user of; the texts are plain. */
type NewEntry = {
  readonly userId: string
  readonly entryId: string
  readonly feedId: string
  readonly view: number
  readonly title: string
  readonly description: string
}
/** A push holds 4096 bytes. */
const LONGEST_TEXT = 300

/** Notifies all devices of a user of an entry; idempotent. */
export async function notifyOfEntry(
  { storage, now }: Pick<PushServices, 'storage' | 'now'>,
  { userId, entryId, feedId, view, title, description }: NewEntry,
): Promise<void> {
  const at = now()
  const [short, text] = [title, description].map((value) => value.slice(0, LONGEST_TEXT))
  const data = { type: 'new-entry', entryId, feedId, view: String(view) } as const
  const message: PushMessage = { data: { ...data, title: short ?? '', description: text ?? '' } }
  for (const { id: device } of await devicesOf(storage, userId))
    await enqueue(
      storage,
      PUSHES,
      `${device} ${message.data.entryId}`,
      { device, userId, message, at },
      at,
      userId,
    )
}

export const pushQueues = (services: PushServices): Queues => ({
  [PUSHES]: {
    concurrency: 8,
    run: async ({ payload }) => {
      const { device, userId, message, at } = storedMessage.parse(payload)
      const row = await deviceById(services.storage, device)
      // Another user may have signed in on the device meanwhile and must not see this entry.
      if (!row || row.userId !== userId || services.now() - at > MESSAGE_TTL_MS) return
      if (await isDisabled(services.storage, userId)) return
      if ((await push(services, row, message)) === 'later') throw new Error('The push service is busy.')
    },
  },
})
