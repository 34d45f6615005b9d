/**
 * Runs the jobs of this process: claims due ones, extends their leases, and requeues failures. The queue is the table, which
 * all processes share: a job is claimed only when it can run at once, so none waits in memory.
 */
import type { Log } from '../log.ts'
import type { Storage } from '../storage/open.ts'
import { claim, dueQueues, enqueue, finish, freeAll, renew, reschedule, retry, type Job } from './jobs.ts'

/** The job runs again at `runAt`, ms since 1970; without it, it is finished. */
type NextRun = { readonly runAt: number }

type Queue = {
  /** Must be idempotent: a crash after the work and before its end repeats it. */
  readonly run: (job: Job, signal: AbortSignal) => Promise<void | NextRun>
  /** Concurrency in this process; 1 when absent. */
  readonly concurrency?: number
  /** ms between two rounds: one permanent job that no two processes run at once. */
  readonly every?: number
}
export type Queues = Readonly<Record<string, Queue>>

export type Runner = {
  readonly start: () => Promise<void>
  /** Polls for due jobs now; call it after enqueueing one. */
  readonly wake: () => void
  /** Claims nothing new, gives running jobs `graceMs` to finish, then aborts and requeues them. */
  readonly stop: (graceMs: number) => Promise<void>
}

type RunnerDeps = {
  readonly storage: Storage
  readonly log: Log
  readonly now: () => number
  readonly queues: Queues
}
type Hand = { job: Job; readonly done: Promise<void> }

const LEASE_MS = 60_000
const POLL_MS = 1000
/** Maximum length of a stored failure message, characters. */
const LONGEST_FAILURE = 300
/** The key of the one job of a periodic queue. */
const ROUND = 'round'

export function createRunner({ storage, log, now, queues }: RunnerDeps): Runner {
  const hands = new Set<Hand>()
  const stopping = new AbortController()
  let running = false
  let timer: NodeJS.Timeout | undefined
  let polling: Promise<void> | null = null

  const wake = () => {
    if (!running || polling) return
    clearTimeout(timer)
    polling = poll().finally(() => {
      polling = null
      if (running) timer = setTimeout(wake, POLL_MS)
    })
  }

  const poll = async () => {
    const due = await dueQueues(storage, now()).catch((cause: unknown) => {
      log.error('Due jobs cannot be read', { cause })
      return new Set<string>()
    })
    for (const [name, queue] of Object.entries(queues)) {
      const free = (queue.concurrency ?? 1) - [...hands].filter(({ job }) => job.queue === name).length
      if (free < 1 || !running || !due.has(name)) continue
      await claim(storage, name, { count: free, leaseMs: LEASE_MS, now: now() })
        .then((jobs) => jobs.forEach((job) => start(job, queue)))
        .catch((cause: unknown) => log.error('Jobs cannot be claimed', { queue: name, cause }))
    }
  }

  const start = (job: Job, queue: Queue) => {
    const hand: Hand = { job, done: Promise.resolve() }
    const alive = setInterval(() => void extendLease(hand), LEASE_MS / 3)
    const done = work(hand, queue)
      .catch((cause: unknown) =>
        log.error('A job could not be finished', { queue: job.queue, key: job.key, cause }),
      )
      .finally(() => {
        clearInterval(alive)
        hands.delete(hand)
        wake()
      })
    hands.add(Object.assign(hand, { done }))
  }

  const extendLease = async (hand: Hand) => {
    const job = await renew(storage, hand.job, now() + LEASE_MS).catch(() => null)
    if (job) hand.job = job
  }

  const work = async (hand: Hand, { run, every }: Queue) => {
    const { queue, key, attempts } = hand.job
    const startedAt = now()
    const result = (failure: string | null) => ({ ranAt: now(), ranMs: now() - startedAt, failure })
    let next: void | NextRun
    try {
      next = await run(hand.job, stopping.signal)
    } catch (cause) {
      // An aborted job has not failed: it runs at the next start, without back-off.
      if (stopping.signal.aborted) return putBack(hand)
      log.warn('A job failed and will be retried', { queue, key, attempts, cause })
      return retry(storage, hand.job, now(), undefined, result(messageOf(cause)))
    }
    if (next) return reschedule(storage, hand.job, { ...next, attempts: 0, result: result(null) })
    if (every === undefined) return finish(storage, hand.job)
    return reschedule(storage, hand.job, { runAt: now() + every, attempts: 0, result: result(null) })
  }

  const putBack = ({ job }: Hand) => reschedule(storage, job, { runAt: now(), attempts: job.attempts - 1 })

  return {
    wake,
    start: async () => {
      running = true
      await freeAll(storage)
      for (const [name, { every }] of Object.entries(queues))
        if (every !== undefined) await enqueue(storage, name, ROUND, null, now())
      wake()
    },
    stop: async (graceMs) => {
      running = false
      clearTimeout(timer)
      await polling
      await within(graceMs, Promise.all([...hands].map(({ done }) => done)))
      stopping.abort()
      await within(graceMs / 4, Promise.all([...hands].map(({ done }) => done)))
      await Promise.all([...hands].map(putBack))
    },
  }
}

const messageOf = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).slice(0, LONGEST_FAILURE)

/** Waits for the promise, with a timeout in ms. */
async function within(ms: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  await Promise.race([promise, new Promise((over) => (timer = setTimeout(over, ms)))])
  clearTimeout(timer)
}
