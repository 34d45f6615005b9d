import type { JobGroup } from '../../contract/jobs.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import { jobGroups, type JobGroupRow } from '../jobs/job-groups.ts'
import { partsOfKey, PLUGIN_JOBS_QUEUE } from '../plugins/jobs.ts'
import { jobRunsOf } from '../storage/processes/plugin-jobs.ts'
import { refuseUnlessAdmin } from './refuse.ts'
import { isoOrNull } from './wire-feed.ts'

/** Background jobs of the server. */
export const jobsRoutes = {
  'jobs.list': async ({ user, storage, now }, { all = false }) => {
    if (all) {
      refuseUnlessAdmin(user)
      return { data: (await jobGroups(storage, now(), { userId: null })).map(toWire) }
    }
    const own = await jobGroups(storage, now(), { userId: user.id, apart: PLUGIN_JOBS_QUEUE })
    return { data: await Promise.all(own.map((group) => withPlugin(storage, group))) }
  },
} satisfies Routes

const toWire = ({ queue, count, running, failing, runAt, ranAt, ranMs, failure }: JobGroupRow): JobGroup => ({
  queue,
  plugin: null,
  name: null,
  count,
  running,
  failing,
  nextAt: isoOrNull(runAt),
  lastAt: isoOrNull(ranAt),
  milliseconds: ranMs,
  failure,
  words: null,
})

/** A job of a plugin has a name, and its failure as the plugin's message, also after its last attempt. */
async function withPlugin(storage: RequestContext['storage'], group: JobGroupRow): Promise<JobGroup> {
  if (group.key === '') return toWire(group)
  const { userId, plugin, name } = partsOfKey(group.key)
  const run = (await jobRunsOf(storage, userId, plugin)).find((one) => one.name === name)
  return { ...toWire(group), plugin, name, words: run?.words ?? null }
}
