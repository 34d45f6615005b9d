import type { Services } from '../http/routes.ts'
import { backupMetrics, databaseMetrics, queueMetrics, type QueueMetrics } from './metrics.ts'
import type { Hono } from 'hono'
import { equalsSecret } from '../http/equals-secret.ts'
import { peerAddress } from '../http/peer.ts'
import { countFailure } from '../http/rate-limit.ts'
import { Refusal } from '../http/refusal.ts'

/** What the database and this process hold, in the text format of Prometheus. */
export async function metricsText({
  storage,
  live,
  now,
}: Pick<Services, 'storage' | 'live' | 'now'>): Promise<string> {
  const { user, system } = process.cpuUsage()
  const own = {
    process_cpu_seconds: (user + system) / 1_000_000,
    process_resident_memory_bytes: process.memoryUsage.rss(),
    process_uptime_seconds: Math.round(process.uptime()),
    live_streams: live.size(),
  }
  const figures = { ...(await databaseMetrics(storage, now())), ...(await backupMetrics(storage)), ...own }
  return prometheusText(figures, await queueMetrics(storage, now()))
}

/** Metrics in the Prometheus text format: one line each, with a label per queue. */
function prometheusText(
  figures: Readonly<Record<string, number>>,
  queues: Readonly<Record<string, QueueMetrics>>,
): string {
  const plain = Object.entries(figures).flatMap(([name, value]) => [
    `# TYPE lectern_${name} gauge`,
    `lectern_${name} ${value}`,
  ])
  const jobs = Object.entries(queues).flatMap(([queue, counts]) =>
    Object.entries(counts).map(
      ([state, count]) => `lectern_jobs{queue="${queue.replace(/["\\\n]/g, '_')}",state="${state}"} ${count}`,
    ),
  )
  return `${[...plain, '# TYPE lectern_jobs gauge', ...jobs].join('\n')}\n`
}

/**
 * `/metrics` for a monitor, which sends METRICS_TOKEN as a bearer token; nothing without METRICS_TOKEN. Admins read the
 * same at /api/metrics.
 */
export function mountMetrics(app: Hono, services: Services): void {
  const { METRICS_TOKEN } = services.config
  if (METRICS_TOKEN === '') return
  app.get('/metrics', async (context) => {
    const [, token = ''] = /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '') ?? []
    if (equalsSecret(token, METRICS_TOKEN))
      return context.text(await metricsText(services), 200, { 'content-type': METRICS_TYPE })
    const address = peerAddress(context, services.config)
    if (token !== '') await countFailure(services, { kind: 'metrics', secret: 'random', address })
    throw new Refusal('unauthorized', 'Send METRICS_TOKEN as a bearer token.')
  })
}

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'
