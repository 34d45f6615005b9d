import { chat } from '../ai/chat.ts'
import { dailyReport } from '../ai/daily.ts'
import { usedToday } from '../ai/quota.ts'
import { streamSummary, summaryOf } from '../ai/summary.ts'
import { translationOf } from '../ai/translation.ts'
import type { Routes } from '../http/routes.ts'

/** Language model features. */
export const aiRoutes = {
  'ai.summary': async (context, input) => ({ code: 0, data: await summaryOf(context, input) }),

  'ai.summaryStream': streamSummary,

  'ai.translation': async (context, input) => ({ code: 0, data: await translationOf(context, input) }),

  'ai.daily': async (context, { view, startDate, language }) => ({
    code: 0,
    data: await dailyReport(context, { view, startsAt: startDate, language }),
  }),

  'ai.chat': chat,

  'ai.usage': async (context) => ({
    code: 0,
    data: {
      asked: await usedToday(context),
      limit: context.config.AI_REQUESTS_PER_DAY,
      model: context.config.AI_MODEL,
    },
  }),
} satisfies Routes
