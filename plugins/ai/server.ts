import { defineServer } from '../../src/plugin-api/server.ts'
import { chat } from './server/chat.ts'
import { dailyReport } from './server/daily.ts'
import { prepareReports } from './server/prepare-reports.ts'
import { streamSummary, summaryOf } from './server/summary.ts'
import type { Tables } from './server/tables.ts'
import { translationOf } from './server/translation.ts'
import wire from './wire.ts'

const done = { code: 0 } as const

export default defineServer((host) => {
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
})
