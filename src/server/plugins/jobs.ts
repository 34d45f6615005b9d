/** What the server halves of plugins do by themselves: one job for each user who has the plugin on. */
import { PluginRefusal, type Manifest } from '../../plugin-api/manifest.ts'
import type { Services } from '../http/routes.ts'
import { enqueueAll } from '../jobs/jobs.ts'
import type { Queues } from '../jobs/runner.ts'
import { jobRunsOf, putJobRun } from '../storage/processes/plugin-jobs.ts'
import type { Storage } from '../storage/open.ts'
import { isDisabled } from '../storage/accounts/users.ts'
import { refusalText } from './refusal-text.ts'
import { storedSettings, usersOfPlugin } from './stored-settings.ts'

export const PLUGIN_JOBS_QUEUE = 'plugin-jobs'
/** The name of the last event among the runs of a plugin's jobs. */
export const EVENTS_RUN = 'events'
const MINUTE_MS = 60_000
/** Delays double from two seconds, so that all attempts end before the shortest interval does. */
const ATTEMPTS = 6

const keyOf = (userId: string, plugin: string, name: string): string => `${userId} ${plugin} ${name}`
/** Parts of the key of a job. */
export function partsOfKey(key: string): { userId: string; plugin: string; name: string } {
  const [userId = '', plugin = '', name = ''] = key.split(' ')
  return { userId, plugin, name }
}

/** The jobs that a plugin may run for a user: none while it is off, or without the permission. */
async function permittedJobs(storage: Storage, userId: string, manifest: Manifest) {
  const { jobs = {}, permissions, enabledBy } = manifest
  if (Object.keys(jobs).length === 0 || !permissions.includes('jobs')) return {}
  const { values } = await storedSettings(storage, userId, manifest)
  return values[enabledBy] === true ? jobs : {}
}

/** Enqueues the jobs that a user's plugin may run; pending ones are unchanged. */
export async function planJobs(
  storage: Storage,
  userId: string,
  manifest: Manifest,
  now: number,
): Promise<void> {
  const names = Object.keys(await permittedJobs(storage, userId, manifest))
  const jobs = names.map((name) => ({ key: keyOf(userId, manifest.id, name), payload: null, userId }))
  await enqueueAll(storage, PLUGIN_JOBS_QUEUE, jobs, now)
}

/**
 * The jobs of a manifest with the results of their last runs, and that of the last event that was handed to it; undefined where it
 * has neither.
 */
export async function jobsOf(storage: Storage, userId: string, { id, jobs, events, sendWhen }: Manifest) {
  const intervals = Object.entries(jobs ?? {}).map(([name, { everyMinutes }]) => ({ name, everyMinutes }))
  const all = [...intervals, ...(events || sendWhen ? [{ name: EVENTS_RUN, everyMinutes: null }] : [])]
  if (all.length === 0) return jobs && []
  const runs = await jobRunsOf(storage, userId, id)
  return all.map((job) => {
    const { at = null, words = null } = runs.find(({ name }) => name === job.name) ?? {}
    return { ...job, at, words }
  })
}

export type JobParts = Pick<Services, 'storage' | 'now' | 'log'> & {
  readonly builtIn: readonly Manifest[]
  /** @returns null where the user has no such plugin */
  readonly manifestFor: (userId: string, plugin: string) => Promise<Manifest | null>
  /** Runs a job once. @returns the handler's result. @throws PluginRefusal, or the plugin's error */
  readonly work: (userId: string, manifest: Manifest, name: string, signal: AbortSignal) => Promise<unknown>
  /** A run has failed, and so have its other attempts. */
  readonly failed: (failure: {
    readonly userId: string
    readonly manifest: Manifest
    readonly error: unknown
  }) => Promise<void>
}

export const pluginJobQueues = ({
  storage,
  now,
  log,
  builtIn,
  manifestFor,
  work,
  failed,
}: JobParts): Queues => ({
  [PLUGIN_JOBS_QUEUE]: {
    concurrency: 2,
    run: async ({ key, attempts }, signal) => {
      const { userId, plugin, name } = partsOfKey(key)
      const manifest = await manifestFor(userId, plugin)
      const job = manifest && (await permittedJobs(storage, userId, manifest))[name]
      // It was switched off or removed meanwhile. Switching it on enqueues it again.
      if (!job) return
      // It continues when the account is open again.
      if (await isDisabled(storage, userId)) return { runAt: now() + job.everyMinutes * MINUTE_MS }
      let nextAt = Infinity
      const cause = await work(userId, manifest, name, signal).then(
        (output) => {
          nextAt = Math.max(nextAtIn(output), now() + MINUTE_MS)
          return null
        },
        (error: unknown) => ({ error }),
      )
      if (signal.aborted) throw new Error('The server is stopping')
      await putJobRun(storage, userId, plugin, { name, at: now(), words: cause && refusalText(cause.error) })
      if (cause && !(cause.error instanceof PluginRefusal))
        log.warn('A job of a plugin failed', { plugin, name, cause: cause.error })
      if (cause && attempts < ATTEMPTS) throw cause.error
      if (cause) await failed({ userId, manifest, error: cause.error })
      return { runAt: Math.min(nextAt, now() + job.everyMinutes * MINUTE_MS) }
    },
  },
  // For users who had the plugin on before its new version added jobs.
  'plan-plugin-jobs': {
    every: 60 * MINUTE_MS,
    run: async (_, signal) => {
      for (const manifest of builtIn.filter(({ jobs }) => jobs)) {
        for (const userId of await usersOfPlugin(storage, manifest.id)) {
          if (signal.aborted) return
          await planJobs(storage, userId, manifest, now())
        }
      }
    },
  },
})

/** A handler may return anything. */
const nextAtIn = (output: unknown): number =>
  typeof output === 'object' && output !== null && 'nextAt' in output && Number.isSafeInteger(output.nextAt)
    ? Number(output.nextAt)
    : Infinity
