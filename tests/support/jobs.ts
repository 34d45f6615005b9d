/** Runs the due jobs one after another, as the runner does, without its timers. */
import { claim, finish, reschedule, retry } from '../../src/server/jobs/jobs.ts'
import type { Queues } from '../../src/server/jobs/runner.ts'
import type { Storage } from '../../src/server/storage/open.ts'

/** @param now ms since 1970; failed jobs wait for a later one @returns the names of the queues whose jobs ran */
export async function runJobs(
  storage: Storage,
  queues: Queues,
  now: number,
): Promise<{ done: string[]; failed: string[] }> {
  const done: string[] = []
  const failed: string[] = []
  // Jobs may enqueue jobs; a hundred rounds are more than any test needs.
  for (let round = 0; round < 100; round += 1) {
    let results = 0
    for (const [name, { run, every }] of Object.entries(queues)) {
      if (every !== undefined) continue
      for (const job of await claim(storage, name, { count: 50, leaseMs: 60_000, now })) {
        results += 1
        try {
          const next = await run(job, new AbortController().signal)
          if (next) await reschedule(storage, job, { ...next, attempts: 0 })
          else await finish(storage, job)
          done.push(name)
        } catch {
          await retry(storage, job, now, 0.5)
          failed.push(name)
        }
      }
    }
    if (results === 0) break
  }
  return { done, failed }
}
