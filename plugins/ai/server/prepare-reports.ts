/** Prepares daily reports in advance for users who have read one recently. */
import { HALF_DAY_MS, makeReport } from './daily.ts'
import type { Services } from './services.ts'
import { lastReports, reportAt } from './tables.ts'

/** Users who have read none for this time get none in advance: each costs a model call. */
const LATELY_MS = 3 * 86_400_000

/** The hours follow the last report requested: eight o'clock in the user's time zone. */
export async function prepareReports(services: Services, signal: AbortSignal): Promise<void> {
  const { host, db } = services
  if (!host.hasModel) return
  for (const { userId, view, startsAt } of await lastReports(db, host.now() - LATELY_MS)) {
    if (signal.aborted) return
    const passed = Math.floor((host.now() - startsAt) / HALF_DAY_MS)
    const next = { view, startsAt: startsAt + (passed - 1) * HALF_DAY_MS }
    if (passed < 2 || (await reportAt(db, { userId, ...next }))) continue
    const user = await host.account(userId)
    if (user === null || user.role === 'trial') continue
    // A failed report must not block the others; it is retried in the next round.
    await makeReport(services, { id: userId, model: host.model(user, signal) }, next).catch(
      (cause: unknown) => host.log('A daily report could not be created', { userId, cause }),
    )
  }
}
