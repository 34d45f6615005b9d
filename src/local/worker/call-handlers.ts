/** The handlers of all calls but those about the whole file. */
import type { CallName, Handler, Handlers } from './handlers.ts'
import { entries } from './repositories/entries.ts'
import { entryContents } from './repositories/entry-contents.ts'
import { entryRenderings } from './repositories/entry-renderings.ts'
import { labelCounts } from './repositories/entry-labels.ts'
import { episodeFiles } from './repositories/episode-files.ts'
import { feedStatistics } from './repositories/feed-statistics.ts'
import { firstVisit } from './repositories/first-visit.ts'
import { highlights } from './repositories/highlights.ts'
import { images } from './repositories/images.ts'
import { journal } from './repositories/journal.ts'
import { meta } from './repositories/meta.ts'
import { outbox } from './repositories/outbox.ts'
import { pluginBundles } from './repositories/plugin-bundles.ts'
import { query } from './repositories/query.ts'
import { readingList } from './repositories/reading-list.ts'
import { search } from './repositories/search.ts'
import { settings } from './repositories/settings.ts'
import { subscriptions } from './repositories/subscriptions.ts'
import { timeline } from './repositories/timeline.ts'
import { unread } from './repositories/unread.ts'
import { user } from './repositories/user.ts'
import { parsed } from './row-shape.ts'

export const callHandlers: Handlers = {
  'answers.all': async (db, keys, file) => {
    const answers: Record<string, string> = {}
    for (const key of keys) {
      const [name, argument] = parsed<[CallName, never]>(key)
      const handler = callHandlers[name] as Handler<CallName>
      answers[key] = JSON.stringify((await handler(db, argument, file)) ?? null)
    }
    return answers
  },
  ...entries,
  ...entryContents,
  ...entryRenderings,
  ...episodeFiles,
  ...feedStatistics,
  ...labelCounts,
  ...firstVisit,
  ...highlights,
  ...images,
  ...journal,
  ...meta,
  ...outbox,
  ...pluginBundles,
  ...query,
  ...readingList,
  ...search,
  ...settings,
  ...subscriptions,
  ...timeline,
  ...unread,
  ...user,
}
