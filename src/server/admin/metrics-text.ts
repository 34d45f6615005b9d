import type { Services } from '../http/routes.ts'
import { backupMetrics, databaseMetrics, queueMetrics } from './metrics.ts'
import { prometheusText } from './prometheus.ts'

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
