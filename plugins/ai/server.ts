import type { Services } from './server/services.ts'
import { defineServer } from '../../src/plugin-api/server.ts'
import * as tables from './migrations/0001-texts-and-reports.ts'
import { chat } from './server/chat.ts'
import { dailyReport, HALF_DAY_MS, makeReport } from './server/daily.ts'
import { streamSummary, summaryOf } from './server/summary.ts'
import { type Tables, lastReports, reportAt } from './server/tables.ts'
import { translationOf } from './server/translation.ts'
import wire from './wire.ts'

const done = { code: 0 } as const

export default defineServer(
  (host) => {
    const services = { host, db: host.tables<Tables>() }
    host.answerWire(wire.calls, {
      'ai.summary': async (input, request) => ({ ...done, data: await summaryOf(services, request, input) }),
      'ai.summaryStream': (input, request) => streamSummary(services, request, input),
      'ai.translation': async (input, request) => ({
        ...done,
        data: await translationOf(services, request, input),
      }),
      'ai.daily': async ({ view, startDate, language }, { user, model }) => ({
        ...done,
        data: await dailyReport(services, { id: user.id, model }, { view, startsAt: startDate, language }),
      }),
      'ai.chat': (input, request) => chat(services, request, input),
      'ai.usage': async (_, { model }) => ({ ...done, data: await model.usage() }),
    })
    host.round('daily-reports', { everyMinutes: 5, run: (signal) => prepareReports(services, signal) })
  },
  { '0001-texts-and-reports': tables },
)

// Prepares daily reports in advance for users who have read one recently.

/** Users who have read none for this time get none in advance: each costs a model call. */
const LATELY_MS = 3 * 86_400_000

/** The hours follow the last report requested: eight o'clock in the user's time zone. */
async function prepareReports(services: Services, signal: AbortSignal): Promise<void> {
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
