/** What a plugin has stored for a user who has switched it off: deleted a day later, unless it is on again. */
import type { Manifest } from '../../plugin-api/manifest.ts'
import type { Services } from '../http/routes.ts'
import { enqueueAll } from '../jobs/jobs.ts'
import type { Queues } from '../jobs/runner.ts'
import type { Storage } from '../storage/open.ts'
import { storedSettings } from './stored-settings.ts'

const QUEUE = 'plugins-switched-off'
const DAY_MS = 86_400_000

const isOn = async (storage: Storage, userId: string, manifest: Manifest): Promise<boolean> =>
  (await storedSettings(storage, userId, manifest)).values[manifest.enabledBy] === true

/** After its settings have changed. */
export async function planSwitchedOff(
  storage: Storage,
  userId: string,
  manifest: Manifest,
  now: number,
): Promise<void> {
  const job = { key: `${userId} ${manifest.id}`, payload: null, userId }
  if (await isOn(storage, userId, manifest)) {
    await storage.db.deleteFrom('jobs').where('queue', '=', QUEUE).where('key', '=', job.key).execute()
    return
  }
  await enqueueAll(storage, QUEUE, [job], now + DAY_MS)
}

type Half = { readonly manifest: Manifest; readonly run: (userId: string) => Promise<void> }

export const switchedOffQueue = (
  { storage }: Pick<Services, 'storage'>,
  halfOf: (plugin: string) => Half | null,
): Queues => ({
  [QUEUE]: {
    run: async ({ key }) => {
      const [userId = '', plugin = ''] = key.split(' ')
      const half = halfOf(plugin)
      if (half && !(await isOn(storage, userId, half.manifest))) await half.run(userId)
    },
  },
})
