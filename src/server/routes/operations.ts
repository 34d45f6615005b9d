import type { Routes } from '../http/routes.ts'
import { clean } from '../admin/clean.ts'
import { pulse, queueMetrics } from '../admin/metrics.ts'
import { metricsText } from '../admin/metrics-page.ts'
import { addUsage, allowsUsage, countUsage, setUsageConsent } from '../storage/accounts/usage.ts'
import { refuseUnlessAdmin } from './refuse.ts'

const LONGEST_PARAMS = 4096

/** Usage events, and calls of operators. */
export const operationsRoutes = {
  /** Succeeds for every user, as clients send it for nearly every action; stored only with the user's consent. */
  'data.send': async ({ user, storage, now, newId }, { events = [] }) => {
    if (!user || events.length === 0 || !(await allowsUsage(storage, user.id))) return
    const rows = events.map(({ name, params }) => ({ name, params: JSON.stringify(params ?? {}) }))
    const fitting = rows.filter(({ params }) => params.length <= LONGEST_PARAMS)
    await addUsage(
      storage,
      fitting.map((row) => ({ ...row, id: newId(), userId: user.id, at: now() })),
    )
  },

  'data.consent': async ({ user, storage }) => ({
    data: { allowed: await allowsUsage(storage, user.id), kept: await countUsage(storage, user.id) },
  }),

  'data.setConsent': async ({ user, storage, now }, { allowed }) => {
    await setUsageConsent(storage, user.id, { allowed, at: now() })
  },

  'metrics.get': async ({ user, ...services }) => {
    refuseUnlessAdmin(user)
    return metricsText(services)
  },

  'metrics.pools': async ({ user, storage, live, now }) => {
    refuseUnlessAdmin(user)
    const own = {
      uptimeSeconds: process.uptime(),
      memoryBytes: process.memoryUsage.rss(),
      listeners: live.size(),
    }
    return { data: { queues: await queueMetrics(storage, now()), process: own } }
  },

  'probes.postgresql': async ({ user, storage }) => {
    refuseUnlessAdmin(user)
    return { data: await pulse(storage) }
  },

  'probes.redis': async ({ user, storage }) => {
    refuseUnlessAdmin(user)
    return { data: await pulse(storage) }
  },

  'probes.bullmq': async ({ user, storage, now }, { name }) => {
    refuseUnlessAdmin(user)
    return { data: await queueMetrics(storage, now(), name) }
  },

  'admin.clean': async ({ user, storage, now }) => {
    refuseUnlessAdmin(user)
    return { data: await clean(storage, now()) }
  },
} satisfies Routes
