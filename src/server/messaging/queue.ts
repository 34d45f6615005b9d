/** Messages on their way to devices: a job for each, until it has arrived or is old news. */
import { z } from 'zod'
import { pushMessage, type PushMessage } from '../../contract/messaging.ts'
import type { Services } from '../http/routes.ts'
import { enqueue } from '../jobs/jobs.ts'
import type { Queues } from '../jobs/runner.ts'
import { deviceById, devicesOf } from '../storage/devices.ts'
import { push } from './push.ts'

const PUSHES = 'pushes'
const OLD_NEWS_MS = 6 * 3_600_000
const kept = z.object({ device: z.string(), userId: z.string(), message: pushMessage, at: z.number() })

type Given = Pick<Services, 'storage' | 'outbound' | 'config' | 'log' | 'now'>

/** An entry that a person wants to be told of; the texts are plain. */
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

/** Tells all devices of a person of one entry; told twice, it is sent once. */
export async function notifyOfEntry(
  { storage, now }: Pick<Given, 'storage' | 'now'>,
  { userId, entryId, feedId, view, title, description }: NewEntry,
): Promise<void> {
  const at = now()
  const [short, words] = [title, description].map((text) => text.slice(0, LONGEST_TEXT))
  const data = { type: 'new-entry', entryId, feedId, view: String(view) } as const
  const message: PushMessage = { data: { ...data, title: short ?? '', description: words ?? '' } }
  for (const { id: device } of await devicesOf(storage, userId))
    await enqueue(storage, PUSHES, `${device} ${message.data.entryId}`, { device, userId, message, at }, at)
}

export const pushQueues = (given: Given): Queues => ({
  [PUSHES]: {
    concurrency: 8,
    run: async ({ payload }) => {
      const { device, userId, message, at } = kept.parse(payload)
      const row = await deviceById(given.storage, device)
      // Somebody else may have signed in on it meanwhile: what is one person's must not show there.
      if (!row || row.userId !== userId || given.now() - at > OLD_NEWS_MS) return
      if ((await push(given, row, message)) === 'later') throw new Error('The push service is busy.')
    },
  },
})
