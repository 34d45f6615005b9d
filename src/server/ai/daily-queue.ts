/** Reports made ahead, so that they are there at eight: for those who have read one lately. */
import type { Services } from '../http/routes.ts'
import type { Queues } from '../jobs/runner.ts'
import { lastReports, reportAt } from '../storage/ai.ts'
import { HALF_DAY_MS, makeReport } from './daily.ts'
import { hasModel } from './model.ts'

const LOOK_MS = 5 * 60_000
/** Who has read none for so long gets none ahead: each costs a question to the model. */
const LATELY_MS = 3 * 86_400_000

type Given = Pick<Services, 'storage' | 'config' | 'log' | 'now'>

export const dailyQueue = (given: Given): Queues => ({
  'daily-reports': { every: LOOK_MS, run: (_, signal) => prepare(given, signal) },
})

/** The hours are those of the last report that the person asked for: eight o'clock is where they live. */
async function prepare({ storage, config, log, now }: Given, signal: AbortSignal): Promise<void> {
  if (!hasModel(config)) return
  for (const { userId, view, startsAt, role } of await lastReports(storage, now() - LATELY_MS)) {
    if (signal.aborted) return
    const passed = Math.floor((now() - startsAt) / HALF_DAY_MS)
    const next = { view, startsAt: startsAt + (passed - 1) * HALF_DAY_MS }
    if (passed < 2 || role === 'trial') continue
    if (await reportAt(storage, { userId, ...next })) continue
    const user = { id: userId, role: 'user' as const }
    // One whose report cannot be made must not keep the others from theirs; it is tried again in the next round.
    await makeReport({ storage, config, log, now, user }, next).catch((cause: unknown) =>
      log.warn('A daily report cannot be made', { userId, cause }),
    )
  }
}
