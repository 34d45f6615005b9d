/** What a plugin does without a call: its jobs and its events. */
import type { Manifest } from '../../plugin-api/manifest.ts'
import type { Storage } from '../storage/open.ts'
import { planEvents } from './event-queue.ts'
import { planJobs } from './jobs.ts'

/** After its settings or its permissions have changed. */
export async function planOwnWork(
  storage: Storage,
  userId: string,
  manifest: Manifest,
  now: number,
): Promise<void> {
  await planJobs(storage, userId, manifest, now)
  await planEvents(storage, userId, manifest)
}
