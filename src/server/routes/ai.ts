import { chat } from '../ai/chat.ts'
import { dailyReport } from '../ai/daily.ts'
import { usedToday } from '../ai/quota.ts'
import { summaryOf } from '../ai/summary.ts'
import { translationOf } from '../ai/translation.ts'
import type { Routes } from '../http/routes.ts'

/** What a language model does for a reader. */
export const aiRoutes = {
  'ai.summary': async (asked, input) => ({ code: 0, data: await summaryOf(asked, input) }),

  'ai.translation': async (asked, input) => ({ code: 0, data: await translationOf(asked, input) }),

  'ai.daily': async (asked, { view, startDate, language }) => ({
    code: 0,
    data: await dailyReport(asked, { view, startsAt: startDate, language }),
  }),

  'ai.chat': chat,

  'ai.usage': async (asked) => ({
    code: 0,
    data: { asked: await usedToday(asked), limit: asked.config.AI_REQUESTS_PER_DAY },
  }),
} satisfies Routes
