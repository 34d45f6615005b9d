import type { Routes } from '../http/routes.ts'
import { categoriesOf, changeSubscriptions, removeSubscriptions } from '../storage/lists/subscriptions.ts'
import { renameFolderRules } from '../storage/entries/retention-rules.ts'
import { keepMovedFeeds, renameMemberCategories } from '../storage/lists/shared-folders.ts'
import { cleanName } from './clean-name.ts'

/** Folders: a folder is a name that some of a user's subscriptions have. */
export const categoriesRoutes = {
  'categories.list': async ({ user, storage }, { view }) => ({
    data: await categoriesOf(storage, user.id, view),
  }),

  'categories.update': async ({ user, storage }, { feedIdList, category }) => {
    const before = await categoriesOf(storage, user.id)
    const to = cleanName(category)
    await changeSubscriptions(storage, user.id, feedIdList, { category: to })
    if (to !== null && !before.includes(to)) {
      const after = await categoriesOf(storage, user.id)
      const renamed = before.filter((name) => !after.includes(name))
      await renameFolderRules(storage, user.id, renamed, to)
      await renameMemberCategories(storage, user.id, renamed, to)
    }
  },

  'categories.delete': async ({ user, storage }, { feedIdList, deleteSubscriptions }) => {
    if (deleteSubscriptions) await removeSubscriptions(storage, user.id, feedIdList)
    else {
      await keepMovedFeeds(storage, user.id, feedIdList, null)
      await changeSubscriptions(storage, user.id, feedIdList, { category: null })
    }
  },
} satisfies Routes
