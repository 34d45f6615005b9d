import type { QueueMetrics } from './metrics.ts'

/** Metrics in the Prometheus text format: one line each, with a label per queue. */
export function prometheusText(
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
