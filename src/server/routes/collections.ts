import { noticeStatus } from '../actions/status.ts'
import { Refusal } from '../http/refusal.ts'
import type { Routes } from '../http/routes.ts'
import { addStar, isStarred, removeStar } from '../storage/entries/collections.ts'
import { visibleEntries } from '../storage/entries/entries.ts'
import { listsCarrying } from '../storage/lists/list-subscriptions.ts'
import { subscriptionOf } from '../storage/lists/subscriptions.ts'

/** Stars. */
export const collectionsRoutes = {
  'collections.get': async ({ user, storage }, { entryId }) => ({
    data: await isStarred(storage, user.id, entryId),
  }),

  'collections.add': async ({ user, storage, now, newId }, { entryId, view }) => {
    const [entry] = await visibleEntries(storage, user.id, [entryId])
    if (!entry) throw new Refusal('entryNotFound')
    const subscribed = await subscriptionOf(storage, user.id, entry.feedId)
    const [list] = (await listsCarrying(storage, user.id, [entry.feedId])).get(entry.feedId) ?? []
    const home = subscribed?.view ?? list?.view ?? 0
    const star = { userId: user.id, entryId, view: view ?? home, createdAt: now() }
    await addStar(storage, star)
    await noticeStatus({ storage, now, newId }, { userId: user.id, cause: 'collected', entryIds: [entryId] })
  },

  'collections.remove': async ({ user, storage }, { entryId }) => {
    await removeStar(storage, user.id, entryId)
  },
} satisfies Routes
