import type { Extra } from '../../contract/shapes.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import { contentsOf, visibleEntries } from '../storage/entries/entries.ts'
import { putThreadLook, threadLookOf } from '../storage/reads/thread-looks.ts'

/** The comments of an entry, and when the user looked at them. */
export const threadsRoutes = {
  'threads.get': async ({ user, storage, threads }, { entryId }) => {
    const entry = await visibleEntry(storage, user.id, entryId)
    const content = (await contentsOf(storage, [entryId])).get(entryId) ?? null
    const extra = entry.extra === null ? null : (JSON.parse(entry.extra) as Extra)
    const source = threads.sourceOf({ url: entry.url, extra, content })
    if (!source) return { data: { state: 'none' } }
    const thread = await threads.fetch(source, user.id)
    if (thread.state === 'failed') return { data: thread }
    return { data: { ...thread, seenAt: await threadLookOf(storage, user.id, entryId) } }
  },
  'threads.see': async ({ user, storage, now }, { entryId, at }) => {
    await visibleEntry(storage, user.id, entryId)
    // The clock of a device may be ahead.
    await putThreadLook(storage, { userId: user.id, entryId, at: Math.min(at, now()) })
  },
} satisfies Routes

async function visibleEntry(storage: RequestContext['storage'], userId: string, entryId: string) {
  const [entry] = await visibleEntries(storage, userId, [entryId])
  if (!entry) throw new Refusal('entryNotFound')
  return entry
}
