/** Prepares daily reports in advance for users who have read one recently. */
import type { Services } from '../http/routes.ts'
import type { Queues } from '../jobs/runner.ts'
import { lastReports, reportAt } from '../storage/plugins/ai.ts'
import { HALF_DAY_MS, makeReport } from './daily.ts'
import { hasModel } from './model.ts'

const LOOK_MS = 5 * 60_000
/** Users who have read none for this time get none in advance: each costs a model call. */
const LATELY_MS = 3 * 86_400_000

type DailyQueueServices = Pick<Services, 'storage' | 'config' | 'log' | 'now'>

export const dailyQueue = (services: DailyQueueServices): Queues => ({
  'daily-reports': { every: LOOK_MS, run: (_, signal) => prepare(services, signal) },
})

/** The hours follow the last report requested: eight o'clock in the user's time zone. */
async function prepare(
  { storage, config, log, now }: DailyQueueServices,
  signal: AbortSignal,
): Promise<void> {
  if (!hasModel(config)) return
  for (const { userId, view, startsAt, role } of await lastReports(storage, now() - LATELY_MS)) {
    if (signal.aborted) return
    const passed = Math.floor((now() - startsAt) / HALF_DAY_MS)
    const next = { view, startsAt: startsAt + (passed - 1) * HALF_DAY_MS }
    if (passed < 2 || role === 'trial') continue
    if (await reportAt(storage, { userId, ...next })) continue
    const user = { id: userId, role: 'user' as const }
    // A failed report must not block the others; it is retried in the next round.
    await makeReport({ storage, config, log, now, signal, user }, next).catch((cause: unknown) =>
      log.warn('A daily report could not be created', { userId, cause }),
    )
  }
}
